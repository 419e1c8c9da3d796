import * as fake from 'fake-indexeddb';
import { limitRoom } from '../../outbox/test/disk.ts';
import { createLocks, TestChannel } from '../../outbox/test/tabs.ts';
import type { AloneDevice, AloneOpening, AloneTab } from './alone-tool.ts';

type Disk = { isFull: boolean };
type Shared = {
  readonly factory: IDBFactory;
  readonly disk: Disk;
  readonly locks: ReturnType<typeof createLocks>;
  readonly channels: Set<TestChannel>;
};

/** A door asks for two seconds at most: here everything answers sooner. */
const LIMIT_SHARE = 0.2;

/** A phone or a tablet of which only the disk, the tabs and the network are there: what runs on it runs in this process. */
export function createDevice(): AloneDevice {
  const shared: Shared = {
    factory: new fake.IDBFactory(),
    disk: { isFull: false },
    locks: createLocks(),
    channels: new Set(),
  };
  return { disk: shared.disk, begin: (opening) => beginTab(shared, opening) };
}

/** As `drive.ts` reads it. */
const HURRY = { waitShare: 0.05, limitShare: 0.2 };

type Life = { isOver: boolean };
type Tool = Readonly<Record<string, (...values: unknown[]) => unknown>> & {
  readonly open: (config: object) => Promise<void>;
};

async function beginTab(shared: Shared, opening: AloneOpening): Promise<AloneTab> {
  const life: Life = { isOver: false };
  const storage = storageOf(shared, life);
  const time = timeOf(opening.offMs);
  const tabs = shared.locks.forTab();
  const scope: Record<string, unknown> = { hurry: HURRY, crypto };
  const world = {
    ...pageOf(opening),
    ...storage.names,
    ...time.names,
    globalThis: scope,
    Promise: OwnPromise,
    navigator: { onLine: true, language: 'en', locks: tabs.manager, permissions: noPermissions },
    BroadcastChannel: class extends TestChannel {
      constructor(name: string) {
        super(name, shared.channels);
        time.ends.add(() => this.close());
      }
    },
    fetch: fetchOf(opening, life),
  };
  const run = new AsyncFunction(...Object.keys(world), opening.script) as (
    ...given: unknown[]
  ) => Promise<void>;
  await run(...Object.values(world));
  const tool = scope['tool'] as Tool;
  await tool.open(opening.config);
  return {
    async call(name, values) {
      const said = await tool[name]?.(...values);
      return said === undefined ? undefined : (JSON.parse(JSON.stringify(said)) as unknown);
    },
    kill() {
      life.isOver = true;
      storage.end();
      time.end();
      tabs.die();
    },
  };
}

/** A request that nobody waits for, as of a transaction that is given up, ends in a browser without a word. */
class OwnPromise<T> extends Promise<T> {
  static override get [Symbol.species]() {
    return Promise;
  }
  constructor(...given: ConstructorParameters<typeof Promise<T>>) {
    super(...given);
    void this.then(undefined, () => undefined);
  }
}

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
const noPermissions = { query: async () => ({ state: 'denied' }) };

/** Nothing is drawn: what an app looks at of its page is there, and empty. */
function pageOf({ origin }: AloneOpening) {
  const nothing = (): void => undefined;
  const root = { dataset: {}, lang: 'en', style: {} };
  const document = {
    documentElement: root,
    hidden: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  return {
    document,
    location: {
      origin,
      href: `${origin}/`,
      hash: '',
      search: '',
      pathname: '/',
      reload: nothing,
      replace: nothing,
    },
    history: { pushState: nothing, replaceState: nothing },
    addEventListener: nothing,
    removeEventListener: nothing,
    window: undefined,
    localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  };
}

const { default: _own, ...names } = fake;

/** The disk as one tab has it: when that is over, what it had not committed is undone, and it hears of nothing. */
function storageOf({ factory, disk }: Shared, life: Life) {
  const begun = new Set<IDBTransaction>();
  const opened = new Set<IDBDatabase>();
  const keep = (db: IDBDatabase): void => {
    opened.add(db);
    limitRoom(db, disk);
    owners.set(db, life);
    const begin = db.transaction.bind(db);
    db.transaction = (...args: Parameters<IDBDatabase['transaction']>) => {
      const tx = begin(...args);
      begun.add(tx);
      for (const end of ['complete', 'abort']) tx.addEventListener(end, () => begun.delete(tx));
      return tx;
    };
  };
  const indexedDB = {
    open(name: string, version?: number) {
      const request = factory.open(name, version);
      owners.set(request, life);
      request.addEventListener('success', () => keep(request.result));
      return request;
    },
  };
  return {
    names: { ...names, indexedDB },
    // A database that stayed open would keep a newer version of the app waiting for ever.
    end() {
      for (const tx of begun) abort(tx);
      for (const db of opened) db.close();
    },
  };
}

function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch {
    // It is committing: then it is on the disk.
  }
}

/** Whose a database, a request or a transaction is. */
const owners = new WeakMap<object, Life>();
type Of = { readonly db?: object } | null;
/** A request of an index names its transaction there alone. */
type Owned = {
  readonly db?: object;
  readonly transaction?: Of;
  readonly source?: { readonly objectStore?: { readonly transaction: Of } } | null;
};

function isOver(target: object): boolean {
  const { db, transaction, source } = target as Owned;
  const own = db ?? (transaction ?? source?.objectStore?.transaction)?.db ?? target;
  return (owners.get(target) ?? owners.get(own))?.isOver === true;
}

/** What a tab that is over still meant to write comes to nothing. */
const NeverAnswered = fake.IDBRequest as unknown as new () => IDBRequest;
for (const method of ['add', 'put', 'delete', 'clear'] as const) {
  const real = fake.IDBObjectStore.prototype[method] as (...given: unknown[]) => IDBRequest;
  Object.assign(fake.IDBObjectStore.prototype, {
    [method](this: IDBObjectStore, ...given: unknown[]) {
      return isOver(this.transaction) ? new NeverAnswered() : real.apply(this, given);
    },
  });
}

const events = Object.getPrototypeOf(fake.IDBDatabase.prototype) as EventTarget;
const dispatch = events.dispatchEvent;
events.dispatchEvent = function (this: EventTarget, event: Event) {
  return isOver(this) || dispatch.call(this, event);
};

/** Time of its own: off by as much as is said, in a hurry, and at an end with the tab. */
function timeOf(offMs: number) {
  const ends = new Set<() => void>();
  let isOver = false;
  const keep = (timer: NodeJS.Timeout): NodeJS.Timeout => {
    if (isOver) clearTimeout(timer);
    else ends.add(() => clearTimeout(timer));
    return timer;
  };
  class OwnDate extends Date {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [OwnDate.now()] : given) as [number]));
    }
    static override now(): number {
      return Date.now() + offMs;
    }
  }
  return {
    ends,
    end() {
      isOver = true;
      ends.forEach((one) => one());
    },
    names: {
      Date: OwnDate,
      setTimeout: (run: () => void, ms?: number) => keep(setTimeout(run, ms)),
      setInterval: (run: () => void, ms?: number) => keep(setInterval(run, ms)),
      AbortSignal: new Proxy(AbortSignal, {
        get: (own, name) =>
          name === 'timeout'
            ? (ms: number) => AbortSignal.timeout(ms * LIMIT_SHARE)
            : (Reflect.get(own, name) as unknown),
      }),
    },
  };
}

/** As a page of this origin asks; an answer that comes too late for the tab comes to nobody. */
function fetchOf({ origin }: AloneOpening, life: Life) {
  const ask = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    const answer = await fetch(new URL(String(input), origin), { ...init, headers });
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
  };
  return (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const unless =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          if (!life.isOver) settle(value);
        };
      ask(input, init).then(unless(resolve), unless(reject));
    });
}
