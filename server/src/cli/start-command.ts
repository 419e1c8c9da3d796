import cluster from 'node:cluster';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import type { Demo } from '../ensure-demo.ts';
import { createLogger, type FlushedLogger } from '../logger.ts';
import { startServer } from '../main.ts';
import { describeCommand } from './answer.ts';
import { processNumber, runProcesses } from './run-processes.ts';
import { settleMemory } from './settle-memory.ts';

type Running = Awaited<ReturnType<typeof startServer>>;

const STOP_TIMEOUT_MS = 30_000;
/** One Ctrl-C may come twice: from the terminal, and from npm, which passes it on. */
const SAME_SIGNAL_MS = 500;

/** `start` */
export function startCommand(): Command {
  return describeCommand(
    'start',
    'serve the API and work its queues until it is told to stop (Ctrl-C)',
  ).action(async (options: { readonly json?: boolean }) => {
    const config = readConfig();
    const log = createLogger({ level: config.logLevel, pretty: process.stderr.isTTY });
    process.on('uncaughtException', (error) => {
      log.error({ error }, 'A fault that nothing caught; the server ends.');
      log.flush();
      process.exit(1);
    });
    if (config.processes > 1 && cluster.isPrimary) return runProcesses(config, log).finally(log.flush);
    const starting = startServer(config, log, { joinsDatabase: cluster.isWorker });
    stopOnSignal(starting, log);
    const running = await starting.finally(log.flush);
    await settleMemory();
    const { baseUrl, demo } = running;
    log.info(
      config.roles.http ? { api: `${baseUrl}/v1`, docs: `${baseUrl}/docs` } : {},
      'Cottontree is ready.',
    );
    if (processNumber() > 1) return;
    process.stdout.write(
      `${options.json ? JSON.stringify({ base_url: `${baseUrl}/v1`, docs_url: `${baseUrl}/docs`, demo }) : greeting(running, config)}\n`,
    );
  });
}

/** The first signal lets what is under way end; a second one does not wait. */
function stopOnSignal(starting: Promise<Running>, log: FlushedLogger): void {
  let stoppingMs: number | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (stoppingMs !== null && nowMs - stoppingMs < SAME_SIGNAL_MS) return;
    if (stoppingMs !== null) {
      log.flush();
      process.exit(1);
    }
    stoppingMs = nowMs;
    log.info({ signal }, 'Stopping: requests under way are answered first. Once more ends it at once.');
    end(starting, log).then(
      (code) => process.exit(code),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
}

async function end(starting: Promise<Running>, log: FlushedLogger): Promise<number> {
  const limit = setTimeout(() => {
    log.error({}, `Not everything ended within ${STOP_TIMEOUT_MS / 1_000} s; the server ends all the same.`);
    log.flush();
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  try {
    await (await starting).stop();
    log.info({}, 'Stopped.');
    return 0;
  } catch (error) {
    log.error({ error }, 'Not everything could be stopped in order.');
    return 1;
  } finally {
    clearTimeout(limit);
    log.flush();
  }
}

function greeting({ baseUrl, demo }: Running, config: Config): string {
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
    `  Documentation  ${baseUrl}/docs`,
    data,
  ];
  return [
    ...places,
    ...(demo ? demoLines(demo, config) : ['', 'Next: cottontree merchants create --name … --email …']),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

function demoLines(
  { base_url, secret_key, public_key, operations, driver, cashier }: Demo,
  config: Config,
): string[] {
  const authorized = `-H 'Authorization: Bearer ${secret_key}'`;
  return [
    '',
    `The demo merchant's test keys (they stand in ${join(config.dataDir, 'demo.json')} too):`,
    `  secret         ${secret_key}`,
    `  public         ${public_key}`,
    '',
    'Sign in:',
    `  operations     ${operations.email}, password ${operations.password}`,
    `  driver         ${driver.phone}, PIN ${driver.pin}`,
    `  cashier        ${cashier.name}, PIN ${cashier.pin}, at a till that is paired`,
    '',
    'Try:',
    `  curl '${base_url}/shipping/quote?delivery_city=Bo&weight_kg=1.5' ${authorized}`,
    `  curl '${base_url}/shipping/deliveries' ${authorized} -H 'Content-Type: application/json' -d '{"delivery_address":"12 Wilkinson Road","delivery_city":"Lumley","recipient_phone":"+23276555100"}'`,
    `  curl '${base_url}/shipping/deliveries' ${authorized}`,
    `  curl '${base_url}/pos/products/lookup?barcode=2000000000015' ${authorized}`,
  ];
}
