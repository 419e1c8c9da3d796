import cluster, { type Worker } from 'node:cluster';
import type { Command } from 'commander';
import type pg from 'pg';
import { ENVIRONMENT_AFTER_MOVE, readConfig, readConfigAfterMove, type Config } from '../config.ts';
import type { Logger } from '../kernel/running/logger.ts';
import { readDemoFile } from '../demo-file.ts';
import { createLogger, type FlushedLogger } from '../logger.ts';
import { holdPlace, startServer } from '../main.ts';
import { keepBackup, warnOfNoBackup } from '../keep-backup.ts';
import { archivedSettings, connectionFromUrl, openEmbedded } from '../store/index.ts';
import { describeCommand } from './answer.ts';
import { ensurePortsFree } from './ensure-port-free.ts';
import { awaitMove, lastMoveOf, settleBeforeStart } from './follow-house.ts';
import { greeting, readyJson } from './greeting.ts';
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
    const asked = readConfig();
    const log = createLogger({ level: asked.logLevel, pretty: process.stderr.isTTY });
    process.on('uncaughtException', (error) => {
      log.error({ error }, 'A fault that nothing caught; the server ends.');
      log.flush();
      process.exit(1);
    });
    if (cluster.isPrimary) await ensurePortsFree(asked);
    if (cluster.isPrimary) await settleBeforeStart({ config: asked, log });
    const lastMove = lastMoveOf(asked);
    const config = readConfig();
    if (config.processes > 1 && cluster.isPrimary)
      return runProcesses({ config, lastMove }, log).finally(log.flush);
    const isNew = (await readDemoFile(config.dataDir, 'demo.json')) === null;
    const server = { starting: startServer(config, log, { joinsDatabase: cluster.isWorker }) };
    stopOnSignal(server, log);
    const running = await server.starting.catch(letGo).finally(log.flush);
    cluster.worker?.send('serves');
    await settleMemory();
    tellReady(running, config, log);
    if (cluster.isPrimary)
      void followMoves(server, { config, lastMove, log }).catch((error: unknown) => endForFault(error, log));
    if (processNumber() > 1) return;
    const { baseUrl, demo } = running;
    const showsSecrets = isNew && process.stdout.isTTY === true && config.loopbackOnly;
    process.stdout.write(
      `${options.json ? readyJson({ baseUrl, demo, config }) : greeting({ baseUrl, demo, config, showsSecrets })}\n`,
    );
  });
}

/** The channel to the process that began this one would keep it from ending. */
function letGo(error: unknown): never {
  if (cluster.isWorker) process.disconnect();
  throw error;
}

function tellReady({ baseUrl, server }: Running, { roles }: Config, log: Logger): void {
  server.watch.forget();
  log.info(roles.http ? { api: `${baseUrl}/v1`, docs: `${baseUrl}/docs` } : {}, 'Cottontree is ready.');
}

/** A configuration, and the last move that was known before it was read. */
type Begun = { readonly config: Config; readonly lastMove: string | null };

/** What a signal stops: whichever server is started last. */
type Current = { starting: Promise<Running> };

/** Each time a move has led the database elsewhere, begins again there. */
async function followMoves(
  current: Current,
  { log, ...begun }: Begun & { readonly log: FlushedLogger },
): Promise<void> {
  const never = new AbortController().signal;
  for (let { config, lastMove } = begun; ;) {
    const before = await current.starting;
    const connection = (): pg.ClientConfig => before.runtime.ownerConnection;
    await awaitMove({ config, log, lastMove, connection }, never);
    log.info({}, 'The database was moved; going on with it where it is now.');
    const address = before.server.app.server.address();
    lastMove = lastMoveOf(config);
    config = readConfigAfterMove();
    if (address !== null && typeof address === 'object') config = { ...config, port: address.port };
    current.starting = beginAgain(before, config, log);
    tellReady(await current.starting, config, log);
  }
}

/** On the same port, where whoever asks meanwhile is told when to come back; the next database is opened while the server before ends. */
async function beginAgain(before: Running, config: Config, log: FlushedLogger): Promise<Running> {
  const left = new Promise((resolve) => before.server.app.server.once('close', resolve));
  const holder = config.roles.http ? holdPlace(config) : null;
  const ended = before.stop().catch((error: unknown) =>
    // Such as lines of the request log, which the database before takes no more.
    log.warn({ error }, 'The server could not write down everything before it went on.'),
  );
  try {
    const options =
      holder === null
        ? {}
        : {
            onDatabase: () => Promise.race([left, ended]).then(() => holder.held),
            beforeListening: holder.leave,
          };
    const next = await startServer(config, log, options);
    return { ...next, stop: () => Promise.all([next.stop(), ended]).then(() => undefined) };
  } catch (error) {
    await ended;
    throw error;
  }
}

function endForFault(error: unknown, log: FlushedLogger): never {
  log.error({ error }, 'The server could not go on where its database is now; the server ends.');
  log.flush();
  process.exit(1);
}

/** The first signal lets what is under way end; a second one does not wait. */
function stopOnSignal(current: Current, log: FlushedLogger): void {
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
    end(current.starting, log).then(
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

const RESTART_PAUSE_MS = 1_000;
const RUN_PROCESSES_STOP_TIMEOUT_MS = 35_000;

/** Which of a node's processes this is; 1 where there is only one. */
function processNumber(): number {
  return Number(cluster.worker?.id ?? 1);
}

/**
 * Runs a node as several equal processes behind one port: this one keeps the database and the others, restarts
 * whichever dies, and ends when told to. Where a move has led the database, others take the place of those that
 * are there; they share the port, so nobody is refused in between. Resolves when all of them have ended.
 */
async function runProcesses(begun: Begun, log: FlushedLogger): Promise<void> {
  const told = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told.abort());
  let { config, lastMove } = begun;
  let running = await startProcesses({ config, lastMove }, { log, environment: {}, told: told.signal });
  while (await running.moved) {
    log.info({}, 'The database was moved; other processes go on with it where it is now.');
    lastMove = lastMoveOf(config);
    config = readConfigAfterMove();
    const environment = ENVIRONMENT_AFTER_MOVE;
    const starting = startProcesses({ config, lastMove }, { log, environment, told: told.signal });
    await starting.catch(() => undefined);
    await running.stop();
    running = await starting;
  }
  await running.stop();
}

type Processes = {
  /** Whether a move led the database elsewhere; false once they are told to end. */
  readonly moved: Promise<boolean>;
  /** Ends them all, and then their database. */
  readonly stop: () => Promise<void>;
};

type Around = {
  readonly log: FlushedLogger;
  readonly environment: Readonly<Record<string, string>>;
  /** To end altogether. */
  readonly told: AbortSignal;
};

/** Resolves once the first of them serves; where it ends instead, as it says, so would all that took its place. */
async function startProcesses(
  { config, lastMove }: Begun,
  { log, environment, told }: Around,
): Promise<Processes> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  const database =
    url === null
      ? await openEmbedded({
          dataDir: config.dataDir,
          log,
          purpose: 'serve',
          settings: archivedSettings(config.archive),
        })
      : null;
  if (database === null) warnOfNoBackup(config, log);
  const stopBackup = database && (await keepBackup({ config, embedded: database, log }));
  const connection = (): pg.ClientConfig => database?.connection ?? connectionFromUrl(url ?? '');
  const stopping = new AbortController();
  const over = AbortSignal.any([told, stopping.signal]);
  const end = async (): Promise<void> => {
    await stopBackup?.();
    await database?.stop();
  };
  const first = keepRunning(over, log, { environment, isFirst: true });
  if (!(await first.serves) && !over.aborted) {
    await end();
    throw new Error('The first process of this node ended before it served, so the node ends.');
  }
  // Only the first tells its metrics: a port shared by all would answer for another one each time.
  const others = Array.from({ length: config.processes - 1 }, () =>
    keepRunning(over, log, { environment: { ...environment, METRICS_PORT: '' }, isFirst: false }),
  );
  return {
    moved: awaitMove({ config, log, lastMove, connection }, over).then(
      () => true,
      () => false,
    ),
    async stop() {
      stopping.abort();
      try {
        await Promise.all([first, ...others].map(({ ended }) => ended));
      } finally {
        await end();
      }
    },
  };
}

/** `serves`: false where it ended before. */
type Kept = { readonly serves: Promise<boolean>; readonly ended: Promise<void> };

type Forked = {
  readonly environment: Readonly<Record<string, string>>;
  /** None takes its place before it has served. */ readonly isFirst: boolean;
};

/** Starts a process again whenever it ends, until all are to stop. */
function keepRunning(stop: AbortSignal, log: Logger, { environment, isFirst }: Forked): Kept {
  let worker = cluster.fork(environment);
  let isRefused = isFirst;
  const serves = new Promise<boolean>((resolve) =>
    worker
      .once('message', () => {
        isRefused = false;
        resolve(true);
      })
      .once('exit', () => resolve(false)),
  );
  const ended = new Promise<void>((resolve) => {
    const onExit = (one: Worker, code: number | null): void => {
      if (stop.aborted || isRefused) return resolve();
      log.error({ code, pid: one.process.pid }, 'A process of this node ended; another takes its place.');
      setTimeout(() => {
        if (stop.aborted) return resolve();
        worker = cluster.fork(environment);
        watch(worker);
      }, RESTART_PAUSE_MS);
    };
    const watch = (one: Worker): void => void one.once('exit', (code) => onExit(one, code));
    watch(worker);
  });
  const end = (): void => {
    worker.process.kill('SIGTERM');
    setTimeout(() => worker.process.kill('SIGKILL'), RUN_PROCESSES_STOP_TIMEOUT_MS).unref();
  };
  if (stop.aborted) end();
  else stop.addEventListener('abort', end);
  return { serves, ended };
}
