import type { AddressInfo } from 'node:net';
import { openApps, openWidgets } from './apps/index.ts';
import { backupFigures, processFigures } from './process-figures.ts';
import type { Config } from './config.ts';
import type { Context } from './kernel/call/context.ts';
import { createClosers, type Closers } from './kernel/running/closers.ts';
import type { Logger } from './kernel/running/logger.ts';
import type { PageSet } from './kernel/call/page-route.ts';
import type { OwnWorld } from './kernel/running/world.ts';
import { openDocs } from './docs/index.ts';
import type { Egress } from './egress/index.ts';
import { databaseNow } from './runtime.queries.ts';
import { fileRoutes } from './modules/files/index.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { keepFunctions } from './keep-functions.ts';
import { keepStatistics } from './keep-statistics.ts';
import { holdPlace, openHttp, type HttpServer } from './http/index.ts';
import { ensureDemo, type Demo } from './ensure-demo.ts';
import { createClockJudge } from './judge-clock.ts';
import { createRequestRecorder, httpLoops, judgeFrameKey } from './modules/merchants/index.ts';
import { createActNoter } from './modules/accounts/index.ts';
import { bindOperations, closeModules, loopsOf, openModules, type OpenModules } from './modules.ts';
import { openAssets, openPages } from './pages/index.ts';
import { callbackRoutes } from './modules/payments/index.ts';
import type { FiscalSigner } from './modules/pos/index.ts';
import { ensureShippingDefaults } from './modules/shipping/index.ts';
import { serveMetrics } from './serve-metrics.ts';
import { findMigrations, type Store } from './store/index.ts';
import { startWorkers, type Workers } from './workers.ts';

export { holdPlace };

export type RunningServer = {
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  readonly demo: Demo | null;
  readonly runtime: Runtime;
  readonly modules: OpenModules;
  readonly workers: Workers;
  readonly server: HttpServer;
  /** Lets what is under way come to its end, then closes everything in reverse. */
  readonly stop: () => Promise<void>;
};

export type ServerOptions = {
  /** Another world, for tests that move the clock. */
  readonly world?: (egress: Egress) => OwnWorld;
  /** Another store around the real one, for tests that end a node between two steps. */
  readonly store?: (store: Store) => Store;
  /** What is old by the clock is old, for tests that move it. */
  readonly trustsClock?: boolean;
  /** Loops turn only when drained, for tests. */
  readonly workersPaused?: boolean;
  /** Nothing is refused because the machine is slow, for tests that share it. */
  readonly toleratesLag?: boolean;
  /** Another process of this node keeps the embedded database. */
  readonly joinsDatabase?: boolean;
  /** Awaited once the database is open: what is built then holds up everything else of this process. */
  readonly onDatabase?: () => Promise<void>;
  /** Awaited before the port is taken. */
  readonly beforeListening?: () => Promise<void>;
  /** The program that prints, where it does not lie beside this one. */
  readonly pressProgram?: URL;
  /** The tax authority's device, which signs receipts; else nothing is signed. */
  readonly signer?: FiscalSigner;
};

const WAKE_CHANNEL = 'cottontree_wake';
/** What tells a till's session from a key. */
const SESSION_PREFIX = 'wst_';

/** Starts everything in order: runtime, modules, HTTP, workers. What was started is stopped again when a later part fails. */
export async function startServer(
  config: Config,
  log: Logger,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const closers = createClosers();
  try {
    return await start({ config, log, options, closers });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

type Start = {
  readonly config: Config;
  readonly log: Logger;
  readonly options: ServerOptions;
  readonly closers: Closers;
};

/** What is known only once others have begun. */
type Late = {
  wake?: (loop: string) => void;
  baseUrl: string;
  /** All of it has begun, and nothing was told to stop. */
  isUp: boolean;
};

async function start({ config, log, options, closers }: Start): Promise<RunningServer> {
  const late: Late = { baseUrl: config.publicUrl, isUp: false };
  const runtime = await openRuntimeOf({ config, log, options }, late);
  closers.add(runtime.close);
  await options.onDatabase?.();
  const { context } = runtime;
  await ensureShippingDefaults(context);
  const modules = await openModules(runtime, options);
  closers.add(() => closeModules(modules));
  const recorder = createRequestRecorder(context);
  closers.add(() => recorder.flush());

  const server = await openHttp({
    handlers: bindOperations(modules),
    authenticate: (key) =>
      (key.startsWith(SESSION_PREFIX) ? modules.pos.sessions : modules.merchants.authenticator).authenticate(
        key,
      ),
    findSession: modules.accounts.sessions.find,
    findMember: modules.accounts.members.find,
    record: recorder.record,
    noteAct: createActNoter(context),
    newRequestId: () => `req_${context.world.randomBytes(12).toString('hex')}`,
    now: context.world.now,
    monotonicMs: context.world.monotonicMs,
    tracer: runtime.tracing,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug' || config.logLevel === 'trace',
    trustedProxies: config.trustedProxies,
    publicUrl: () => late.baseUrl,
    isReady: async () => late.isUp && (await context.store.isReady()),
    toleratesLag: options.toleratesLag === true,
    hasRoom: runtime.hasRoom,
    refuseWrite: modules.merchants.erasures.refuseWrite,
    pages: await pagesOf({ context, modules, config, baseUrl: () => late.baseUrl }),
    rawRoutes: callbackRoutes(modules.payments),
  });
  if (config.roles.http) late.baseUrl = await listen(server, { config, log, closers, options });
  const demo = await ensureDemo({ ...modules, runtime, baseUrl: late.baseUrl });
  const isClockSound = options.trustsClock
    ? async () => true
    : createClockJudge(context.world, () => databaseNow(context.store.system));
  const { rateLimiter } = server;
  const ofHttp = config.roles.http ? httpLoops(modules.merchants, { recorder, rateLimiter }) : [];
  const loops = [
    ...ofHttp,
    keepFunctions(runtime),
    keepStatistics(runtime),
    ...loopsOf(modules, config.roles),
  ];
  const workers = startWorkers(loops, log, {
    paused: options.workersPaused === true,
    mayWrite: runtime.hasRoom,
    isClockSound,
  });
  late.wake = wakerOf(runtime, workers);
  closers.add(() => workers[Symbol.asyncDispose]());
  await tellFigures(server, { config, closers, runtime, modules });
  late.isUp = true;
  closers.add(() => (late.isUp = false));
  return { baseUrl: late.baseUrl, demo, runtime, modules, workers, server, stop: closers.close };
}

function openRuntimeOf({ config, log, options }: Omit<Start, 'closers'>, late: Late): Promise<Runtime> {
  return openRuntime({
    config,
    log,
    purpose: options.joinsDatabase ? 'command' : 'serve',
    otherKey: 'refused',
    publicUrl: () => late.baseUrl,
    wake: (loop) => late.wake?.(loop),
    toleratesLag: options.toleratesLag === true,
    ...(options.world ? { world: options.world } : {}),
    ...(options.store ? { store: options.store } : {}),
    ...(options.pressProgram ? { pressProgram: options.pressProgram } : {}),
  });
}

type Shown = {
  readonly context: Context;
  readonly modules: OpenModules;
  readonly config: Config;
  readonly baseUrl: () => string;
};

/** Uploads, documentation and apps are shown beside the pages, with their problems told as pages are. */
async function pagesOf({ context, modules, config, baseUrl }: Shown): Promise<PageSet> {
  const assets = await openAssets();
  const pages = openPages(modules, assets);
  const docs = openDocs({ assets, baseUrl });
  const apps = await openApps({
    develops: config.loopbackOnly,
    mapOrigin: config.mapTiles && new URL(config.mapTiles.url).origin,
    judgeFrame: async (key) => (await judgeFrameKey(modules.merchants.authenticator, key))?.by ?? null,
  });
  return {
    ...pages,
    routes: [...pages.routes, ...docs.routes, ...fileRoutes(context)],
    files: [...pages.files, ...docs.files, ...apps, ...(await openWidgets())],
  };
}

type Told = Pick<Start, 'config' | 'closers'> & Pick<Shown, 'modules'> & { readonly runtime: Runtime };

/** What whoever watches the service reads, beside what HTTP counts itself. */
async function tellFigures(server: HttpServer, { config, closers, runtime, modules }: Told): Promise<void> {
  const { appVersion } = await findMigrations();
  server.metrics.figures(modules.webhooks.figures);
  server.metrics.figures(processFigures(runtime.context.world, appVersion));
  server.metrics.figures(runtime.tracing.figures);
  server.metrics.figures(runtime.replicaFigures);
  if (config.archive !== null)
    server.metrics.figures(backupFigures(config.dataDir, runtime.context.world.now));
  await serveMetrics(server, config, closers);
}

/** Connections that wait to be taken: beyond it the system lets them try again, after one, two, four seconds and more. */
const BACKLOG = 4_096;

async function listen(server: HttpServer, { config, log, closers, options }: Start): Promise<string> {
  await options.beforeListening?.();
  await server.app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  closers.add(() => server.close());
  const { port } = server.app.server.address() as AddressInfo;
  if (!config.publicUrlGiven) return config.publicUrl.replace(/:\d+$/, `:${port}`);
  // The public address does not tell it, and PORT=0 leaves the choice to the system.
  log.info({ host: config.host, port }, 'Listening.');
  return config.publicUrl;
}

/** A node without workers tells those that have them that there is work. */
function wakerOf({ config, context }: Runtime, workers: Workers): (loop: string) => void {
  if (!config.roles.workers) return (loop) => context.store.notify(WAKE_CHANNEL, loop);
  context.store.listen(WAKE_CHANNEL, workers.wake);
  return workers.wake;
}
