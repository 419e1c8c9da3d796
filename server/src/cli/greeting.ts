import { join } from 'node:path';
import { typed, type Config } from '../config.ts';
import type { Demo } from '../demo-file.ts';

export type Ready = {
  readonly baseUrl: string;
  readonly demo: Demo | null;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'roles'>;
};
/** `showsSecrets`: what the demo's people sign in with is new, and nobody but who sits at this machine reads it. */
export type Greeting = Ready & { readonly showsSecrets: boolean };

/** What a program that started the server reads; no secrets, which stand in the demo's file. */
export function readyJson({ baseUrl, demo, config }: Ready): string {
  const told = demo && {
    merchant_id: demo.merchant_id,
    public_key: demo.public_key,
    base_url: demo.base_url,
    file: fileOf(config),
  };
  return JSON.stringify({ base_url: `${baseUrl}/v1`, docs_url: `${baseUrl}/docs`, demo: told });
}

/** What people read when the server is ready. */
export function greeting({ baseUrl, demo, config, showsSecrets }: Greeting): string {
  const data = `  Data           ${config.databaseUrl === null ? config.dataDir : 'the PostgreSQL of DATABASE_URL'}`;
  if (!config.roles.http)
    return [
      'Cottontree works its queues; ROLES names no http, so it serves nothing.',
      '',
      data,
      '',
      'Ctrl-C stops it.',
    ].join('\n');
  const places = [
    'Cottontree is ready.',
    '',
    `  API            ${baseUrl}/v1`,
    `  Dashboard      ${baseUrl}/dashboard`,
    `  Operations     ${baseUrl}/operations`,
    `  Courier        ${baseUrl}/courier`,
    `  Till           ${baseUrl}/pos`,
    `  Door           ${baseUrl}/scan`,
    `  Documentation  ${baseUrl}/docs`,
    data,
  ];
  return [
    ...places,
    ...(demo
      ? demoLines(demo, fileOf(config), showsSecrets)
      : ['', `Next: ${typed('merchants create --name … --email …')}`]),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

function fileOf({ dataDir }: Ready['config']): string {
  return join(dataDir, 'demo.json');
}

function demoLines(demo: Demo, file: string, showsSecrets: boolean): string[] {
  return [
    '',
    `The demo shop is in test mode: ${demo.dashboard.url}/test, its parcels at ${demo.operations.url}/test`,
    '',
    ...(showsSecrets ? secretLines(demo, file) : whereLines(file)),
    '',
    'Try:',
    ...callLines(demo.base_url),
  ];
}

/** Once, where the demo was just made. */
function secretLines(demo: Demo, file: string): string[] {
  const { secret_key, public_key, dashboard, operations, driver, cashier } = demo;
  return [
    `The demo merchant's test keys, told once (they stand in ${file} too):`,
    `  secret         ${secret_key}`,
    `  public         ${public_key}`,
    '',
    'Sign in:',
    `  dashboard      ${dashboard.email}, password ${dashboard.password}`,
    `  operations     ${operations.email}, password ${operations.password}`,
    `  driver         ${driver.phone}, PIN ${driver.pin}`,
    `  cashier        ${cashier.name}, PIN ${cashier.pin}, at a till that is paired`,
    '',
    `  export KEY=${secret_key}`,
  ];
}

function whereLines(file: string): string[] {
  return [
    `The demo merchant's test keys, and what its people sign in with, stand in ${file}:`,
    `  export KEY=$(node -p "JSON.parse(require('node:fs').readFileSync('${file}')).secret_key")`,
  ];
}

function callLines(baseUrl: string): string[] {
  const authorized = '-H "Authorization: Bearer $KEY"';
  return [
    `  curl '${baseUrl}/shipping/quote?delivery_city=Bo&weight_kg=1.5' ${authorized}`,
    `  curl '${baseUrl}/shipping/deliveries' ${authorized} -H 'Content-Type: application/json' -d '{"delivery_address":"12 Wilkinson Road","delivery_city":"Lumley","recipient_phone":"+23276555100"}'`,
    `  curl '${baseUrl}/shipping/deliveries' ${authorized}`,
    `  curl '${baseUrl}/pos/products/lookup?barcode=2000000000015' ${authorized}`,
  ];
}
