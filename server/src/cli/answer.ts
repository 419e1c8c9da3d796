import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { readDemoFile } from '../demo-file.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from '../runtime.ts';
import { createLogger, type FlushedLogger } from '../logger.ts';
import { refuseWithoutDatabase } from './refuse-without-database.ts';

/** What a command found out or did: one document for programs, a few lines for people. */
export type Answer = {
  readonly json: unknown;
  readonly text: string;
  /** The command did its work and what it found is bad: exit code 1. */
  readonly bad?: boolean;
};

/** What every command needs besides its own options. */
export type Surroundings = { readonly config: Config; readonly log: FlushedLogger };

/** A command of the given name that knows `--json`. */
export function describeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print one JSON document')
    .helpOption('-h, --help', 'say how it is used');
}

/** Runs the work and prints its answer: on standard output, and nothing else there. */
export async function answer(
  options: { readonly json?: boolean },
  work: (around: Surroundings) => Promise<Answer>,
): Promise<void> {
  const config = readConfig();
  const log = createLogger({ level: quieter(config.logLevel), pretty: true });
  try {
    const found = await work({ config, log });
    process.stdout.write(`${options.json ? JSON.stringify(found.json, null, 2) : found.text}\n`);
    if (found.bad) process.exitCode = 1;
  } finally {
    log.flush();
  }
}

/** As `answer`, on the database that is there and the modules' context. */
export async function answerFromRuntime(
  options: { readonly json?: boolean },
  work: (runtime: Runtime) => Promise<Answer>,
  wishes: Pick<RuntimeOptions, 'otherKey' | 'schema'> = {},
): Promise<void> {
  await answer(options, async ({ config, log }) => {
    await refuseWithoutDatabase(config);
    const address = await findAddress(config);
    const runtime = await openRuntime({
      config,
      log,
      purpose: 'command',
      schema: 'some',
      ...wishes,
      publicUrl: () => address,
    });
    try {
      return await work(runtime);
    } finally {
      await runtime.close();
    }
  });
}

/** Where links lead: as the environment says, else to the server that was last started on this folder, which may listen on any port. */
async function findAddress({ dataDir, publicUrl, publicUrlGiven }: Config): Promise<string> {
  if (publicUrlGiven) return publicUrl;
  const demo = await readDemoFile(dataDir, 'demo.json');
  return demo?.base_url.replace(/\/v1$/, '') ?? publicUrl;
}

/** A command's log is for what went wrong, unless more is asked for. */
function quieter(level: Config['logLevel']): Config['logLevel'] {
  return level === 'info' ? 'warn' : level;
}

/** Rows under their headings, each column as wide as it needs; just the sentence when there are none. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
}
