import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../make-folder.ts';
import { connectionAt } from './ask-server.ts';
import {
  EmbeddedDatabaseError,
  SESSION,
  type DataPlace,
  type EmbeddedConnection,
  type EmbeddedDatabase,
  type EmbeddedLog,
} from './embedded-database.ts';
import { ensureRunning, type Running } from './ensure-running.ts';
import { stopUnlessUsed, takeLease, waitForStops, type DirectoryLease, type Purpose } from './take-lease.ts';
import { watchRoom, type RoomWatch } from './watch-room.ts';
import { hasCode, startOfProcess } from './processes.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Gives the opening up; once it is open, only `stop` ends it. */
  readonly signal?: AbortSignal;
  /** A data directory has at most one live `serve`; `command` (the default) is welcome any time. */
  readonly purpose?: Purpose;
  /** How long PostgreSQL may replay its log before it lets us in; default 600,000. */
  readonly readyMsMax?: number;
  /** How many connections it takes; default 100. */
  readonly connectionsMax?: number;
  /** Of PostgreSQL, in the place of our own: for an archive, for a restore, and for databases that nobody needs after a crash. */
  readonly settings?: Readonly<Record<string, string>>;
};

type PlaceInput = Pick<DataPlace, 'dataDir' | 'connectionsMax' | 'settings'>;

const CONNECTIONS_MAX = 100;
const LOOK_MS = 50;

/**
 * Opens the PostgreSQL of a data directory over a Unix socket: makes it, starts it, or joins
 * the one that runs. While it is open it is started again whenever it dies by itself.
 */
export async function openEmbedded({
  dataDir,
  log,
  signal,
  purpose = 'command',
  readyMsMax,
  connectionsMax = CONNECTIONS_MAX,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { place, lease } = await enter({ dataDir, connectionsMax, settings }, purpose);
  const launch = { place, log, ...(readyMsMax !== undefined && { readyMsMax }), ...(signal && { signal }) };
  try {
    if (purpose === 'serve') await refuseSecondServer(lease, place);
    await waitForStops(lease, signal);
    const running = await ensureRunning(launch);
    const room = await watchRoom(place, { log, keepsReserve: purpose === 'serve' });
    return await hold(running, { place, lease, log, room });
  } catch (error) {
    await stopUnlessUsed({ place, lease, log });
    throw error;
  }
}

async function hold(
  running: Running,
  { place, lease, log, room }: { place: DataPlace; lease: DirectoryLease; log: EmbeddedLog; room: RoomWatch },
): Promise<EmbeddedDatabase> {
  const keeper = keepRunning(running, { place, log });
  const connection = connectionAt(running.socketDir);
  const session = { ...connection, user: SESSION };
  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await room.stop();
    await keeper.letGo();
    await stopUnlessUsed({ place, lease, log });
  };
  return {
    connection,
    url: urlOf(connection),
    session: { connection: session, url: urlOf(session) },
    serverVersion: running.serverVersion,
    postmasterPid: keeper.pid,
    hasRoom: room.hasRoom,
    awaitOthers: (withinMs) => othersOf(lease, withinMs),
    stop: () => (stopped ??= stop()),
  };
}

async function othersOf(lease: DirectoryLease, withinMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += LOOK_MS) {
    if ((await lease.others()).length > 0) return;
    await pause(LOOK_MS);
  }
}

function urlOf({ user, database, host, port }: EmbeddedConnection): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function enter(
  input: PlaceInput,
  purpose: Purpose,
): Promise<{ place: DataPlace; lease: DirectoryLease }> {
  try {
    const place = await openPlace(input);
    return { place, lease: await takeLease(place, purpose) };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `DATA_DIR ${input.dataDir} cannot be used: give a folder that this user may write in (${String(error)}).`,
      { cause: error },
    );
  }
}

async function openPlace({ dataDir, ...input }: PlaceInput): Promise<DataPlace> {
  // Another user than root runs PostgreSQL in it, so others may pass through; every secret in it is 0600.
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const dir = await realpath(dataDir);
  const clusterDir = join(dir, 'postgres');
  const clusterName = `cottontree-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`;
  return { dataDir: dir, clusterDir, clusterName, logFile: join(dir, 'postgres.log'), ...input };
}

async function refuseSecondServer(lease: DirectoryLease, place: DataPlace): Promise<void> {
  const server = (await lease.others()).find((holder) => holder.purpose === 'serve');
  if (!server) return;
  throw new EmbeddedDatabaseError(
    `Process ${server.pid} already serves ${place.dataDir}: stop it first, give another DATA_DIR, or share one PostgreSQL by DATABASE_URL.`,
  );
}

const WATCH_MS = 100;
const RETRY_MS = { first: 200, most: 5_000 };

type Keeper = {
  readonly pid: () => number;
  /** Watches no more; resolves once no restart is under way. */
  readonly letGo: () => Promise<void>;
};

/** Watches the postmaster, also an adopted one, which is nobody's child, and starts it again when it died. */
function keepRunning(running: Running, { place, log }: { place: DataPlace; log: EmbeddedLog }): Keeper {
  const over = new AbortController();
  let pid = running.pid;
  let start = startOfProcess(pid);
  const watching = watch().catch((error: unknown) => {
    if (!over.signal.aborted)
      log.warn({ error: String(error) }, 'The embedded database is no longer watched');
  });

  async function watch(): Promise<void> {
    for (;;) {
      await pause(WATCH_MS, undefined, { signal: over.signal, ref: false });
      if (start !== null && isStill(pid, start)) continue;
      log.warn({ pid }, 'The embedded database died; starting it again');
      pid = (await restart({ place, log, signal: over.signal })).pid;
      start = startOfProcess(pid);
      log.info({ pid }, 'The embedded database is back');
    }
  }

  return {
    pid: () => pid,
    letGo: async () => {
      over.abort();
      await watching;
    },
  };
}

/** Also where no file can be opened to find out. */
function isStill(pid: number, start: string): boolean {
  try {
    return startOfProcess(pid) === start;
  } catch (error) {
    if (hasCode(error, 'EMFILE', 'ENFILE')) return true;
    throw error;
  }
}

async function restart(launch: {
  place: DataPlace;
  log: EmbeddedLog;
  signal: AbortSignal;
}): Promise<Running> {
  for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
    try {
      return await ensureRunning({ ...launch, isAgain: true });
    } catch (error) {
      launch.signal.throwIfAborted();
      launch.log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        'The embedded database does not start; trying again',
      );
      await pause(waitMs, undefined, { signal: launch.signal });
    }
  }
}
