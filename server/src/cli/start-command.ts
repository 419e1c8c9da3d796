import cluster, { type Worker } from 'node:cluster';
import type { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import type { Logger } from '../kernel/running/logger.ts';
import { readDemoFile } from '../demo-file.ts';
import { createLogger, type FlushedLogger } from '../logger.ts';
import { startServer } from '../main.ts';
import { keepBackup } from '../keep-backup.ts';
import { archivedSettings, openEmbedded } from '../store/index.ts';
import { describeCommand } from './answer.ts';
import { ensurePortFree } from './ensure-port-free.ts';
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
    const config = readConfig();
    const log = createLogger({ level: config.logLevel, pretty: process.stderr.isTTY });
    process.on('uncaughtException', (error) => {
      log.error({ error }, 'A fault that nothing caught; the server ends.');
      log.flush();
      process.exit(1);
    });
    if (config.roles.http && cluster.isPrimary) await ensurePortFree(config);
    if (config.processes > 1 && cluster.isPrimary) return runProcesses(config, log).finally(log.flush);
    const isNew = (await readDemoFile(config.dataDir, 'demo.json')) === null;
    const starting = startServer(config, log, { joinsDatabase: cluster.isWorker });
    stopOnSignal(starting, log);
    const running = await starting.finally(log.flush);
    await settleMemory();
    const { baseUrl, demo, server } = running;
    server.watch.forget();
    log.info(
      config.roles.http ? { api: `${baseUrl}/v1`, docs: `${baseUrl}/docs` } : {},
      'Cottontree is ready.',
    );
    if (processNumber() > 1) return;
    const showsSecrets = isNew && process.stdout.isTTY === true && config.loopbackOnly;
    process.stdout.write(
      `${options.json ? readyJson({ baseUrl, demo, config }) : greeting({ baseUrl, demo, config, showsSecrets })}\n`,
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

const RESTART_PAUSE_MS = 1_000;
const RUN_PROCESSES_STOP_TIMEOUT_MS = 35_000;

/** Which of a node's processes this is; 1 where there is only one. */
function processNumber(): number {
  return Number(cluster.worker?.id ?? 1);
}

/**
 * Runs a node as several equal processes behind one port: this one keeps the database and the
 * others, restarts whichever dies, and ends when told to. Resolves when all of them have ended.
 */
async function runProcesses(config: Config, log: Logger): Promise<void> {
  const database =
    config.databaseUrl === null
      ? await openEmbedded({
          dataDir: config.dataDir,
          log,
          purpose: 'serve',
          settings: archivedSettings(config.archive),
        })
      : null;
  const stopBackup = database && (await keepBackup({ config, embedded: database, log }));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  try {
    const first = keepRunning(stopping.signal, log, {});
    await first.listening;
    // Only the first tells its metrics: a port shared by all would answer for another one each time.
    const others = Array.from({ length: config.processes - 1 }, () =>
      keepRunning(stopping.signal, log, { METRICS_PORT: '' }),
    );
    await Promise.all([first, ...others].map(({ ended }) => ended));
  } finally {
    await stopBackup?.();
    await database?.stop();
  }
}

type Kept = { readonly listening: Promise<void>; readonly ended: Promise<void> };

/** Starts a process again whenever it ends, until all are to stop. */
function keepRunning(stop: AbortSignal, log: Logger, environment: Readonly<Record<string, string>>): Kept {
  let worker = cluster.fork(environment);
  const listening = new Promise<void>((resolve) =>
    worker.once('listening', () => resolve()).once('exit', () => resolve()),
  );
  const ended = new Promise<void>((resolve) => {
    const onExit = (one: Worker, code: number | null): void => {
      if (stop.aborted) return resolve();
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
  stop.addEventListener('abort', () => {
    worker.process.kill('SIGTERM');
    setTimeout(() => worker.process.kill('SIGKILL'), RUN_PROCESSES_STOP_TIMEOUT_MS).unref();
  });
  return { listening, ended };
}
