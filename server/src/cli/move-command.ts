import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { ENVIRONMENT_AFTER_MOVE, typed, type Config } from '../config.ts';
import { isDatabaseUrl, wantedDatabaseUrl } from '../read-database-urls.ts';
import { enterNextHouse, writeNextHouse } from '../house-file.ts';
import { keepSecretKey } from '../secret-key.ts';
import {
  checkDatabase,
  connectionFromUrl,
  forgetLineage,
  hasMoved,
  moveRows,
  MovedAway,
} from '../store/index.ts';
import { createWorld } from '../world.ts';
import { answer, describeCommand, type Answer, type Surroundings } from './answer.ts';
import { settleBeforeStart } from './follow-house.ts';
import { refuseWithoutDatabase } from './refuse-without-database.ts';
import { openEmbeddedFor, withDatabase, withEmbedded, type OwnerConnection } from './with-database.ts';

const EMBEDDED = 'embedded';
/** A server looks five times a second whether there was a move. */
const TAKEN_OVER_MS = 3_000;
/** Whoever mistyped an address is told soon. */
const TARGET_WAIT_MS = 3_000;
const world = createWorld({ egress: { send: askNobody, prepare: askNobody } });

type Options = { readonly to: string; readonly json?: boolean };

/** `move` */
export function moveCommand(): Command {
  return describeCommand(
    'move',
    'move everything into another, empty database while the server goes on; it then serves from there',
  )
    .requiredOption(
      '--to <url>',
      `a postgresql:// URL, as the owner of that database, or ${EMBEDDED} for the one in DATA_DIR`,
      readPlace,
    )
    .action((options: Options) => answer(options, (around) => move(around, options)));
}

function readPlace(text: string): string {
  if (text === EMBEDDED || isDatabaseUrl(text)) return text;
  throw new InvalidArgumentError(`It must be ${EMBEDDED}, or ${wantedDatabaseUrl(text)}.`);
}

async function move(around: Surroundings, { to, json }: Options): Promise<Answer> {
  const { config, log } = around;
  await refuseWithoutDatabase(config);
  await settleBeforeStart(around);
  if (to === EMBEDDED) await prepareEmbedded(around);
  const house = { id: world.randomBytes(8).toString('hex'), url: to === EMBEDDED ? null : to };
  const place =
    house.url === null ? `the embedded database of ${config.dataDir}` : withoutPassword(house.url);
  const moved = await withDatabase(around, (source) =>
    withTarget(around, house.url, async (target) => {
      await checkDatabase(target, {
        allowUnsafe: config.allowUnsafeDatabase,
        waitMs: TARGET_WAIT_MS,
        named: '--to',
      });
      return moveRows({
        source,
        target,
        place,
        moveId: house.id,
        log,
        monotonicMs: world.monotonicMs,
        tell: (line) => void (json || process.stderr.write(`${line}\n`)),
        beforeFence: () => writeNextHouse(config.dataDir, house),
        afterCommit: () => enterNextHouse(config.dataDir),
      });
    }),
  ).catch(async (error: unknown) => {
    await settleBeforeStart(around).catch(() => undefined);
    throw error;
  });
  return {
    json: { to: place, ...moved },
    text: [
      `Moved ${moved.rows} rows of ${moved.tables} tables to ${place}; writers were held for ${(moved.held_ms / 1_000).toFixed(1)} s.`,
      ...nextSteps(config, house.url),
    ].join('\n'),
  };
}

function nextSteps({ dataDir, databaseUrl, archive }: Config, url: string | null): readonly string[] {
  const file = join(dataDir, 'database.json');
  if (url === null)
    return [
      'A server of this DATA_DIR goes on with it by itself. Start it without DATABASE_URL from now on; other nodes of the old database have to end.',
      `Next: ${typed('verify', ENVIRONMENT_AFTER_MOVE)}`,
    ];
  return [
    `A server of this DATA_DIR goes on with it by itself, and finds it again by ${file}.`,
    databaseUrl === null
      ? `For other nodes: DATABASE_URL, and SECRET_KEY from ${join(dataDir, 'secret.key')}. What is left in ${join(dataDir, 'postgres')} is old and serves no more.`
      : 'Set DATABASE_URL to it before the next start.',
    ...(archive === null
      ? []
      : [
          'BACKUP_TO backs up the embedded database alone: take it out, and have the new one backed up by itself.',
        ]),
    `Next: ${typed('verify')}`,
  ];
}

async function withTarget<T>(
  around: Surroundings,
  url: string | null,
  work: (target: OwnerConnection) => Promise<T>,
): Promise<T> {
  if (url !== null) return work(connectionFromUrl(url));
  const embedded = await openEmbeddedFor(around);
  try {
    const done = await work(embedded.connection);
    // A server that goes on with it finds it running: to stop and start what was just filled costs its callers seconds.
    await embedded.awaitOthers(TAKEN_OVER_MS);
    return done;
  } finally {
    await embedded.stop();
  }
}

/** What an earlier move has left in the data directory is put aside, never removed. */
async function prepareEmbedded(around: Surroundings): Promise<void> {
  const { dataDir, databaseUrl, secretKey } = around.config;
  if (databaseUrl === null)
    throw new MovedAway(`The database is the embedded one of ${dataDir} already: name another with --to.`);
  if (secretKey !== null && !(await keepSecretKey(dataDir, secretKey)))
    throw new MovedAway(
      `${join(dataDir, 'secret.key')} holds another key than SECRET_KEY, and without that one nothing sealed could be opened: move the file away, or name another DATA_DIR.`,
    );
  const folder = join(dataDir, 'postgres');
  if (!(await stat(folder).catch(() => null))) return forgetLineage(dataDir);
  if (!(await withEmbedded(around, hasMoved))) return;
  if (await stat(join(folder, 'postmaster.pid')).catch(() => null))
    throw new MovedAway(
      `Another command uses the old database in ${folder}: let it end, then run the move again.`,
    );
  await forgetLineage(dataDir);
  await rename(folder, `${folder}.left-${world.now().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`);
}

function withoutPassword(url: string): string {
  return url
    .replace(/^(postgres(?:ql)?:\/\/[^:/@?]*):[^/@?]*@/, '$1@')
    .replace(/([?&](?:password|sslpassword)=)[^&]*/g, '$1…');
}

function askNobody(): never {
  throw new Error('A move asks nobody outside.');
}
