import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { createClosers, type Closers } from './kernel/running/closers.ts';
import type { Logger } from './kernel/running/logger.ts';
import type { PageRoute, PageSet } from './kernel/call/page-route.ts';
import type { OwnWorld } from './kernel/running/world.ts';
import type { Egress } from './egress/index.ts';
import { databaseNow } from './database-now.queries.ts';
import { fileRoutes } from './modules/files/index.ts';
import { openGround, type Ground } from './ground.ts';
import { openHttp, type Door } from './http/index.ts';
import { ensureDemo, type Demo } from './ensure-demo.ts';
import { createClockJudge } from './judge-clock.ts';
import { createRequestRecorder, doorLoops } from './modules/merchants/index.ts';
import { bindOperations, closeModules, loopsOf, openModules, type Rooms } from './modules.ts';
import { openPages } from './pages/index.ts';
import { callbackRoutes } from './modules/payments/index.ts';
import type { FiscalSigner } from './modules/pos/index.ts';
import { ensureShippingDefaults } from './modules/shipping/index.ts';
import { serveMetrics } from './serve-metrics.ts';
import type { Store } from './store/index.ts';
import { startWorkers, type Workers } from './workers.ts';

export type RunningServer = {
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  readonly demo: Demo | null;
  readonly ground: Ground;
  readonly rooms: Rooms;
  readonly workers: Workers;
  readonly door: Door;
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
  /** The program that prints, where it does not lie beside this one. */
  readonly pressProgram?: URL;
  /** The tax authority's device, which signs receipts; else nothing is signed. */
  readonly signer?: FiscalSigner;
};

const WAKE_CHANNEL = 'cottontree_wake';
/** What tells a till's session from a key. */
const SESSION_PREFIX = 'wst_';

/** Starts everything in order: ground, rooms, HTTP, workers. What was started is stopped again when a later part fails. */
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

async function start({ config, log, options, closers }: Start): Promise<RunningServer> {
  const late: { wake?: (loop: string) => void; baseUrl: string } = { baseUrl: config.publicUrl };
  const ground = await openGround({
    config,
    log,
    purpose: options.joinsDatabase ? 'command' : 'serve',
    publicUrl: () => late.baseUrl,
    wake: (loop) => late.wake?.(loop),
    toleratesLag: options.toleratesLag === true,
    ...(options.world ? { world: options.world } : {}),
    ...(options.store ? { store: options.store } : {}),
    ...(options.pressProgram ? { pressProgram: options.pressProgram } : {}),
  });
  closers.add(ground.close);
  const { context } = ground;
  await ensureShippingDefaults(context);
  const rooms = await openModules(ground, options);
  closers.add(() => closeModules(rooms));
  const recorder = createRequestRecorder(context);
  closers.add(() => recorder.flush());

  const door = await openHttp({
    handlers: bindOperations(rooms),
    authenticate: (key) =>
      (key.startsWith(SESSION_PREFIX) ? rooms.pos.sessions : rooms.merchants.authenticator).authenticate(key),
    findSession: rooms.accounts.sessions.find,
    record: recorder.record,
    newRequestId: () => `req_${context.world.randomBytes(12).toString('hex')}`,
    now: context.world.now,
    monotonicMs: context.world.monotonicMs,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug' || config.logLevel === 'trace',
    trustedProxies: config.trustedProxies,
    publicUrl: () => late.baseUrl,
    isReady: context.store.isReady,
    toleratesLag: options.toleratesLag === true,
    hasRoom: ground.hasRoom,
    pages: withRoutes(await openPages(rooms), fileRoutes(context)),
    rawRoutes: callbackRoutes(rooms.payments),
  });
  if (config.roles.http) late.baseUrl = await listen(door, { config, log, closers });
  const demo = await ensureDemo({
    ground,
    shipping: rooms.shipping,
    events: rooms.events,
    pos: rooms.pos,
    accounts: rooms.accounts,
    baseUrl: late.baseUrl,
  });
  const isClockSound = options.trustsClock
    ? async () => true
    : createClockJudge(context.world, () => databaseNow(context.store.system));
  const { http } = config.roles;
  const ofDoor = http ? doorLoops(rooms.merchants, { recorder, rateLimiter: door.rateLimiter }) : [];
  const workers = startWorkers([...ofDoor, ...loopsOf(rooms, config.roles)], log, {
    paused: options.workersPaused === true,
    mayWrite: ground.hasRoom,
    isClockSound,
  });
  late.wake = wakerOf(ground, workers);
  closers.add(() => workers[Symbol.asyncDispose]());
  door.metrics.figures(rooms.webhooks.figures);
  await serveMetrics(door, config, closers);
  return { baseUrl: late.baseUrl, demo, ground, rooms, workers, door, stop: closers.close };
}

/** Files are shown beside the pages, with their problems told as pages are. */
function withRoutes(pages: PageSet, more: readonly PageRoute[]): PageSet {
  return { ...pages, routes: [...pages.routes, ...more] };
}

async function listen(
  door: Door,
  { config, log, closers }: Pick<Start, 'config' | 'log' | 'closers'>,
): Promise<string> {
  await door.app.listen({ port: config.port, host: config.host });
  closers.add(() => door.close());
  const { port } = door.app.server.address() as AddressInfo;
  if (!config.publicUrlGiven) return config.publicUrl.replace(/:\d+$/, `:${port}`);
  // The public address does not tell it, and PORT=0 leaves the choice to the system.
  log.info({ host: config.host, port }, 'Listening.');
  return config.publicUrl;
}

/** A node without workers tells those that have them that there is work. */
function wakerOf({ config, context }: Ground, workers: Workers): (loop: string) => void {
  if (!config.roles.workers) return (loop) => context.store.notify(WAKE_CHANNEL, loop);
  context.store.listen(WAKE_CHANNEL, workers.wake);
  return workers.wake;
}
