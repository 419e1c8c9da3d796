import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { enterNextHouse, forgetNextHouse, readHouse, readNextHouse } from '../house-file.ts';
import { connectionFromUrl, settleMove } from '../store/index.ts';
import type { Surroundings } from './answer.ts';
import { openEmbeddedFor, withDatabase, type OwnerConnection } from './with-database.ts';

const LOOK_MS = 200;
const LOOKS_BETWEEN_SETTLING = 10;

type Followed = Surroundings & {
  /** The last move that was known before the configuration was read. */
  readonly lastMove: string | null;
  /** As owner, where the rows are as far as this server knows. */
  readonly connection: () => OwnerConnection;
};

/** Resolves once a move has led the database of this server elsewhere; ends a move that was cut short on the way. */
export async function awaitMove(
  { config, log, lastMove, connection }: Followed,
  signal: AbortSignal,
): Promise<void> {
  for (let look = 1; ; look += 1) {
    await pause(LOOK_MS, undefined, { signal, ref: false });
    if (hasMovedSince(config, lastMove)) return;
    if (look % LOOKS_BETWEEN_SETTLING !== 0) continue;
    await settleHouse({ config, log }, connection).catch((error: unknown) =>
      log.warn({ error }, 'A move was cut short and could not be ended yet; trying again.'),
    );
  }
}

/** A file that cannot be read now, as where too many are open, tells of no move. */
function hasMovedSince({ dataDir }: Config, lastMove: string | null): boolean {
  try {
    return (readHouse(dataDir)?.id ?? null) !== lastMove;
  } catch {
    return false;
  }
}

/** Which move led to where the database of this folder is; a file that cannot be read tells of none. */
export function lastMoveOf({ dataDir }: Pick<Config, 'dataDir'>): string | null {
  try {
    return readHouse(dataDir)?.id ?? null;
  } catch {
    return null;
  }
}

/** Before anything else opens the database: a move that was cut short is made, where it was committed, or forgotten. */
export async function settleBeforeStart(around: Surroundings): Promise<void> {
  if (readNextHouse(around.config.dataDir) === null) return;
  await withDatabase(around, (connection) => settleHouse(around, () => connection));
}

async function settleHouse(around: Surroundings, source: () => OwnerConnection): Promise<void> {
  const { dataDir } = around.config;
  const next = readNextHouse(dataDir);
  if (next === null) return;
  const opened: { stop?: () => Promise<void> } = {};
  try {
    await settleMove({
      moveId: next.id,
      source: source(),
      target: async () => {
        if (next.url !== null) return connectionFromUrl(next.url);
        const embedded = await openEmbeddedFor(around);
        opened.stop = embedded.stop;
        return embedded.connection;
      },
      onMoved: () => enterNextHouse(dataDir),
      onNotMoved: () => forgetNextHouse(dataDir),
    });
  } finally {
    await opened.stop?.();
  }
}
