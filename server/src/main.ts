import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bindCapabilities, type Rooms } from './capabilities.ts';
import type { Config } from './config.ts';
import { createClosers, type Closers } from './core/closers.ts';
import type { Logger } from './core/logger.ts';
import type { Loop } from './core/loop.ts';
import type { World } from './core/world.ts';
import type { Egress } from './egress/index.ts';
import { openGround, type Ground } from './ground.ts';
import { openHttp, type Door } from './http/index.ts';
import { ensureDemo, type Demo } from './ensure-demo.ts';
import { createRequestRecorder, doorLoops, housekeepingLoops, openMerchants, type RequestRecorder } from './merchants/index.ts';
import { ensureShippingDefaults, mapLoops, openShipping, runDueOnClock, shippingLoops } from './shipping/index.ts';
import { openWebhooks, webhookLoops } from './webhooks/index.ts';
import { startWorkers, type Workers } from './workers.ts';

export type RunningServer = {
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  readonly demo: Demo | null;
  readonly ground: Ground;
  readonly rooms: Rooms;
  readonly workers: Workers;
  /** Lets what is under way come to its end, then closes everything in reverse. */
  readonly stop: () => Promise<void>;
};

export type ServerOptions = {
  /** Another world, for tests that move the clock. */
  readonly world?: (egress: Egress) => World;
  /** Loops turn only when drained, for tests. */
  readonly workersPaused?: boolean;
  /** Another process of this node keeps the embedded database. */
  readonly joinsDatabase?: boolean;
};

const WAKE_CHANNEL = 'cottontree_wake';

/** Starts everything in order: ground, rooms, HTTP, workers. What was started is stopped again when a later part fails. */
export async function startServer(config: Config, log: Logger, options: ServerOptions = {}): Promise<RunningServer> {
  const closers = createClosers();
  try {
    return await start({ config, log, options, closers });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

type Start = { readonly config: Config; readonly log: Logger; readonly options: ServerOptions; readonly closers: Closers };

async function start({ config, log, options, closers }: Start): Promise<RunningServer> {
  const late: { wake?: (loop: string) => void; baseUrl: string } = { baseUrl: config.publicUrl };
  const ground = await openGround({ config, log, purpose: options.joinsDatabase ? 'command' : 'serve', publicUrl: () => late.baseUrl, wake: (loop) => late.wake?.(loop), ...(options.world ? { world: options.world } : {}) });
  closers.add(ground.close);
  const { context } = ground;
  await ensureShippingDefaults(context);
  const rooms = await openRooms(ground);
  closers.add(rooms.webhooks.close);
  const recorder = createRequestRecorder(context);
  closers.add(() => recorder.flush());

  const door = await openHttp({
    handlers: bindCapabilities(rooms),
    authenticate: rooms.merchants.authenticator.authenticate,
    record: recorder.record,
    newRequestId: () => `req_${context.world.randomBytes(12).toString('hex')}`,
    now: context.world.now,
    monotonicMs: context.world.monotonicMs,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug' || config.logLevel === 'trace',
    trustedProxies: config.trustedProxies,
    publicUrl: () => late.baseUrl,
    isReady: context.store.isReady,
  });
  if (config.roles.http) late.baseUrl = await listen(door, config, closers);
  const demo = await ensureDemo({ ground, shipping: rooms.shipping, baseUrl: late.baseUrl });
  const workers = startWorkers(loopsOf(rooms, { door, recorder, config }), log, { paused: options.workersPaused === true });
  late.wake = wakerOf(ground, workers);
  closers.add(() => workers[Symbol.asyncDispose]());
  await serveMetrics(door, config, closers);
  return { baseUrl: late.baseUrl, demo, ground, rooms, workers, stop: closers.close };
}

async function openRooms({ context, egress }: Ground): Promise<Rooms> {
  const shipping = await openShipping(context);
  return {
    shipping,
    webhooks: openWebhooks(context, { judgeUrl: egress.judgeUrl }),
    merchants: openMerchants(context, { runDue: (tenant, now) => runDueOnClock(shipping, tenant, now) }),
  };
}

type Turning = { readonly door: Door; readonly recorder: RequestRecorder; readonly config: Config };

/** A node that answers must tell the others what it admits; any node may do the rest. */
function loopsOf(rooms: Rooms, { door, recorder, config }: Turning): readonly Loop[] {
  const { http, workers } = config.roles;
  return [
    ...(http ? doorLoops(rooms.merchants, { recorder, rateLimiter: door.rateLimiter }) : []),
    ...(http || workers ? mapLoops(rooms.shipping) : []),
    ...(workers ? [...shippingLoops(rooms.shipping), ...webhookLoops(rooms.webhooks), ...housekeepingLoops(rooms.merchants)] : []),
  ];
}

async function listen(door: Door, config: Config, closers: Closers): Promise<string> {
  await door.app.listen({ port: config.port, host: config.host });
  closers.add(() => door.close());
  const { port } = door.app.server.address() as AddressInfo;
  return config.publicUrlGiven ? config.publicUrl : `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

/** A node without workers tells those that have them that there is work. */
function wakerOf({ config, context }: Ground, workers: Workers): (loop: string) => void {
  if (!config.roles.workers) return (loop) => context.store.notify(WAKE_CHANNEL, loop);
  context.store.listen(WAKE_CHANNEL, workers.wake);
  return workers.wake;
}

/** The operator's own port, where no merchant comes. */
async function serveMetrics(door: Door, { host, metricsPort }: Config, closers: Closers): Promise<void> {
  if (metricsPort === null) return;
  const server: Server = createServer((request, response) => {
    const known = request.url === '/metrics';
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(known ? door.metrics.text() : '');
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(metricsPort, host, resolve));
  closers.add(() => new Promise((resolve) => server.close(resolve)));
}
