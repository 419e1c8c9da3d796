import { spawn } from 'node:child_process';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Whereabouts } from '../roles/server.ts';
import { creating, type DeliveryTemplate, type ListOfOne } from './new-delivery.ts';

const PROGRAM = '/usr/bin/pgbench';

export type PgbenchRun = {
  readonly connection: Whereabouts['connection'];
  readonly script: string;
  readonly clients: number;
  readonly seconds: number;
};

export async function hasPgbench(): Promise<boolean> {
  return access(PROGRAM).then(
    () => true,
    () => false,
  );
}

/** Stands for the number of each delivery until pgbench draws it. */
const NUMBER = '<number>';

/** Writes the statement that creates deliveries as a script that creates one like the template with each run. */
export async function writeCreateScript(folder: string, template: DeliveryTemplate): Promise<string> {
  const { text, listsFor } = creating(template);
  const lists = listsFor(NUMBER).map(literal);
  const script = join(folder, 'create.sql');
  const sql = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(\d+)/g, (_place, at) => lists[Number(at) - 1] ?? '');
  await writeFile(script, `\\set number random(1, 9000000000000000)\n${sql};\n`);
  return script;
}

/** Colons are escaped, for pgbench takes what follows one for a name of its own. */
function literal({ type, text }: ListOfOne): string {
  if (text === NUMBER) return `ARRAY['P-' || (:number)::bigint]`;
  if (text === null) return `ARRAY[NULL]::${type}`;
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3A');
  return `ARRAY[E'${escaped}']::${type}`;
}

/** Transactions a second; a whole second at the least. */
export async function runPgbench({ connection, script, clients, seconds }: PgbenchRun): Promise<number> {
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(Math.max(1, Math.round(seconds))),
    '-f',
    script,
  ];
  const place = [
    '-h',
    connection.host,
    '-p',
    String(connection.port),
    '-U',
    connection.user,
    connection.database,
  ];
  const output = await run([...args, ...place]);
  const [, rate] = /tps = ([\d.]+)/.exec(output) ?? [];
  if (rate === undefined) throw new Error(`pgbench said no rate:\n${output}`);
  return Number(rate);
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench ended with ${code}:\n${output}`)),
    );
  });
}
