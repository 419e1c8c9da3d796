import { IDBFactory } from 'fake-indexeddb';
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
import { limitRoom } from './disk.ts';
import { createLocks, TestChannel } from './tabs.ts';

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
  /** Of its database. */
  readonly name: string;
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
  catchUp,
  random = Math.random,
}: {
  send: SendTool;
  probe?: Probe;
  catchUp?: () => Promise<void>;
  random?: () => number;
}): Device {
  const factory = new IDBFactory();
  const disk = { isFull: false };
  const time = { steady: 0, wallOffset: START_MS };
  const timers = new Set<{ at: number; fire: () => void }>();
  const locks = createLocks();
  const channels = new Set<TestChannel>();
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
      blocking: (_mine, _wanted, { target }) => (target as IDBDatabase).close(),
    });
    limitRoom(unwrap(db), disk);
    const never = new Promise<never>(() => undefined);
    const own = locks.forTab();
    const world: OutboxWorld = {
      locks: own.manager,
      openChannel: (channel) => new TestChannel(channel, channels) as unknown as BroadcastChannel,
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
      ...(catchUp ? { catchUp } : {}),
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
    name,
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
