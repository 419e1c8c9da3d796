import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { openDB, unwrap, type IDBPDatabase } from 'idb';
import { createClock } from '../../tools/clock.ts';
import {
  addOutboxStores,
  openOutbox,
  type Outbox,
  type OutboxSchema,
  type Verdict,
  type EntryOf,
} from '../index.ts';
import type { OutboxWorld } from '../world.ts';

export type Acts = { readonly sale: { readonly total: number; readonly number: number } };
export interface ToolSchema extends OutboxSchema {
  drawer: { key: string; value: number };
}
export type ToolOutbox = Outbox<ToolSchema, Acts>;
export type SendTool = (
  batch: readonly EntryOf<Acts>[],
  context: { readonly signal: AbortSignal },
) => Promise<readonly Verdict[]>;
export type Probe = (acked: readonly EntryOf<Acts>[]) => Promise<readonly string[]>;
export type Tab = { readonly outbox: ToolOutbox; readonly db: IDBPDatabase<ToolSchema> };

/** A device of which everything is simulated: its disk, its tabs, its time. */
export type Device = {
  readonly openTab: () => Promise<Tab>;
  /** As `kill -9`: nothing runs on, nothing is told. */
  readonly kill: (tab: Tab) => void;
  /** Lets time pass, and what waits for it happen. */
  readonly pass: (ms: number) => Promise<void>;
  readonly setWall: (jumpMs: number) => void;
  readonly disk: { isFull: boolean };
};

const START_MS = Date.parse('2026-11-23T08:00:00Z');
let databases = 0;

export function createDevice({
  send,
  probe,
  random = Math.random,
}: {
  send: SendTool;
  probe?: Probe;
  random?: () => number;
}): Device {
  const factory = new IDBFactory();
  const disk = { isFull: false };
  const time = { steady: 0, wallOffset: START_MS };
  const timers = new Set<{ at: number; fire: () => void }>();
  const locks = createLocks();
  const channels = new Set<FakeChannel>();
  const dead = new Map<Tab, () => void>();
  const name = `tool-${(databases += 1)}`;

  const openTab = async (): Promise<Tab> => {
    let isDead = false;
    globalThis.indexedDB = factory;
    const db = await openDB<ToolSchema>(name, 1, {
      upgrade(database) {
        addOutboxStores(unwrap(database));
        database.createObjectStore('drawer');
      },
    });
    limit(db, disk);
    const never = new Promise<never>(() => undefined);
    const own = locks.forTab();
    const world: OutboxWorld = {
      locks: own.manager,
      openChannel: (channel) => new FakeChannel(channel, channels) as unknown as BroadcastChannel,
      storage: undefined,
      random,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          const timer = { at: time.steady + ms, fire: () => (isDead ? undefined : resolve()) };
          timers.add(timer);
          signal?.addEventListener('abort', () => {
            timers.delete(timer);
            if (!isDead) reject(signal.reason);
          });
        }),
      onOnline: () => () => undefined,
    };
    const outbox = await openOutbox<ToolSchema, Acts>({
      name,
      db,
      scope: 'mer_1/test',
      clock: createClock(0, { wallMs: () => time.wallOffset + time.steady, steadyMs: () => time.steady }),
      send: (batch, context) =>
        isDead ? never : send(batch, context).then((said) => (isDead ? never : said)),
      ...(probe ? { probe } : {}),
      world,
    });
    const tab = { outbox, db };
    dead.set(tab, () => {
      isDead = true;
      db.close();
      own.die();
    });
    await turn();
    return tab;
  };
  return {
    openTab,
    kill: (tab) => dead.get(tab)?.(),
    async pass(ms) {
      const until = time.steady + ms;
      for (;;) {
        await turn();
        const next = [...timers].sort((one, other) => one.at - other.at)[0];
        if (!next || next.at > until) break;
        timers.delete(next);
        time.steady = Math.max(time.steady, next.at);
        next.fire();
      }
      time.steady = until;
      await turn();
    },
    setWall: (jumpMs) => (time.wallOffset += jumpMs),
    disk,
  };
}

/** Until what was begun has come to rest: IndexedDB takes a few turns for each request. */
async function turn(): Promise<void> {
  for (let i = 0; i < TURNS; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
const TURNS = 60;

/** A full disk refuses what makes the database larger. */
function limit(db: IDBPDatabase<ToolSchema>, disk: { readonly isFull: boolean }): void {
  full.set(unwrap(db), disk);
}
const full = new WeakMap<IDBDatabase, { readonly isFull: boolean }>();
for (const method of ['add', 'put'] as const) {
  const real = IDBObjectStore.prototype[method];
  IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...args: Parameters<typeof real>) {
    if (full.get(this.transaction.db as unknown as IDBDatabase)?.isFull)
      throw new DOMException('Full.', 'QuotaExceededError');
    return real.apply(this, args);
  };
}

type Request = {
  readonly run: (lock: Lock | null) => Promise<unknown>;
  readonly settle: { resolve: (value: unknown) => void; reject: (error: unknown) => void };
  readonly owner: symbol;
};

/** The Web Locks of one device: a queue for one lock, `steal`, and tabs that die. */
function createLocks() {
  let held: Request | null = null;
  const queue: Request[] = [];
  const next = (): void => {
    if (held) return;
    const request = queue.shift();
    if (request) grant(request);
  };
  const grant = (request: Request): void => {
    held = request;
    void hold(request);
  };
  const hold = async (request: Request): Promise<void> => {
    const value = await request.run({ name: '', mode: 'exclusive' });
    request.settle.resolve(value);
    if (held === request) held = null;
    next();
  };
  return {
    forTab() {
      const owner = Symbol('tab');
      const request = (_name: string, options: LockOptions, run: Request['run']) =>
        new Promise((resolve, reject) => {
          const asked: Request = { run, settle: { resolve, reject }, owner };
          if (options.steal) {
            held?.settle.reject(new DOMException('Stolen.', 'AbortError'));
            held = null;
            return grant(asked);
          }
          options.signal?.addEventListener('abort', () => {
            const at = queue.indexOf(asked);
            if (at >= 0) queue.splice(at, 1);
            reject(options.signal?.reason);
          });
          queue.push(asked);
          next();
        });
      return {
        manager: { request } as unknown as LockManager,
        die() {
          for (let at = queue.length - 1; at >= 0; at -= 1)
            if (queue[at]?.owner === owner) queue.splice(at, 1);
          if (held?.owner === owner) held = null;
          next();
        },
      };
    },
  };
}

class FakeChannel extends EventTarget {
  readonly name: string;
  readonly all: Set<FakeChannel>;
  constructor(name: string, all: Set<FakeChannel>) {
    super();
    this.name = name;
    this.all = all;
    all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of this.all)
      if (other !== this && other.name === this.name)
        queueMicrotask(
          () => this.all.has(other) && other.dispatchEvent(new MessageEvent('message', { data })),
        );
  }
  close(): void {
    this.all.delete(this);
  }
}
