import type { ReadonlySignal } from '@preact/signals';
import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { Clock } from '../tools/clock.ts';
import { addEntry } from './add-entry.ts';
import { openBoard, type Board, type OutboxState } from './board.ts';
import type { Entry, EntryOf, Kinds, NewEntry, Verdict } from './entry.ts';
import { inTransaction } from './in-transaction.ts';
import { openKeeping, type Keeping } from './keeping.ts';
import { startSender, type Send, type Sender, type SenderOptions } from './sender.ts';
import { OUTBOX_STORES, type OutboxDatabase, type OutboxSchema, type OutboxTx } from './stores.ts';
import { exportUnsent, importUnsent, type Import, type UnsentFile } from './transfer.ts';
import { deviceWorld, type OutboxWorld } from './world.ts';
import { openWriter, type Writer } from './writer.ts';

export type OutboxOptions<DB extends OutboxSchema, K extends Kinds> = {
  /** Of the tool; its tabs agree by it who writes. */
  readonly name: string;
  /** The tool's own database, with the stores of `addOutboxStores`. One for each pairing. */
  readonly db: IDBPDatabase<DB>;
  /** Which shop, mode and event the device works for: a file of unsent entries is read in only where it is the same. */
  readonly scope: string;
  readonly clock: Clock;
  /** Hands entries to the server, in order, and tells what it made of each. It throws what the client threw. */
  readonly send: (
    batch: readonly EntryOf<K>[],
    context: { readonly signal: AbortSignal },
  ) => Promise<readonly Verdict[]>;
  /** Which of some entries that were acked the server does not know: after it was restored from a backup. Answers their client_ids. */
  readonly probe?: (acked: readonly EntryOf<K>[]) => Promise<readonly string[]>;
  /** Reads anew what another tab has written, before this one writes in its place; until then that one counts as the one that writes. */
  readonly catchUp?: () => Promise<void>;
  /** How many entries go at once at most; default 50. */
  readonly batchMax?: number;
  /** How long a batch may take; default 20,000. */
  readonly timeoutMs?: number;
  /** Whether two entries may go in one batch; default: those of one kind. */
  readonly goTogether?: (one: EntryOf<K>, other: EntryOf<K>) => boolean;
  /** For tests. */
  readonly world?: OutboxWorld;
};

/** Another tab of the app writes. */
export class OtherTabError extends Error {
  override readonly name = 'OtherTabError';
}

export type Outbox<DB extends OutboxSchema, K extends Kinds> = Keeping<K> & {
  readonly state: ReadonlySignal<OutboxState>;
  /** Writes the tool's own rows and what is to be sent, all or nothing. Once it is through, it is on the disk. */
  readonly write: <T, const Names extends readonly StoreNames<DB>[]>(
    stores: Names,
    work: (tx: IDBPTransaction<DB, [...Names], 'readwrite'>, add: Add<K>) => Promise<T>,
  ) => Promise<T>;
  /** Tries at once: the network came back, somebody signed in or pressed the button. */
  readonly sendNow: () => void;
  /** Makes this the tab that writes. */
  readonly takeOver: () => Promise<void>;
  readonly exportUnsent: () => Promise<UnsentFile>;
  readonly importUnsent: (text: string) => Promise<Import>;
  readonly close: () => Promise<void>;
};
export type Add<K extends Kinds> = (entry: NewEntry<K>) => Promise<EntryOf<K>>;

export async function openOutbox<DB extends OutboxSchema, K extends Kinds>(
  options: OutboxOptions<DB, K>,
): Promise<Outbox<DB, K>> {
  const { name, clock, scope, world = deviceWorld() } = options;
  const db = options.db as unknown as OutboxDatabase;
  const nowText = (): string => new Date(clock.nowMs()).toISOString();
  const board = openBoard({ db, clock, storage: world.storage, isWriter: () => writer.isWriter() });
  const wrote = async (): Promise<void> => {
    writer.tell();
    await board.count();
    writing.wake();
  };
  const keeping = openKeeping<K>({
    db,
    nowText,
    probe: options.probe,
    isWriter: () => writer.isWriter(),
    wrote,
  });
  const writing = whileWriting({
    ...sendingOf(options),
    ...world,
    db,
    nowText,
    async onChange(change) {
      if (!writer.isWriter()) return;
      writer.tell();
      await board.show(change);
    },
    async onQuiet() {
      await Promise.all([keeping.askForLost(), board.look()]);
    },
  });
  const turn = turns({ board, writing, catchUp: options.catchUp, isWriter: () => writer.isWriter() });
  const writer = openWriter({ ...world, name, ...turn });
  await Promise.all([board.count(), board.look(), writer.decided]);
  turn.opened();
  const close = closeOnceOver({ db, world, board, writer, writing });

  return {
    ...keeping,
    state: board.state,
    write: writeWith(options, {
      world,
      board,
      isWriter: () => writer.isWriter() && board.state.value.phase !== 'elsewhere',
      wrote,
    }),
    sendNow: () => writing.wake(true),
    takeOver: () => writer.takeOver(),
    exportUnsent: () => exportUnsent(db, { scope, nowText: nowText() }),
    async importUnsent(text) {
      const done = await importUnsent(db, { text, scope });
      await wrote();
      return done;
    },
    close,
  };
}

type Turns = {
  readonly board: Board;
  readonly writing: ReturnType<typeof whileWriting>;
  readonly catchUp: (() => Promise<void>) | undefined;
  readonly isWriter: () => boolean;
};

/** What follows when this tab is the one that writes, and when it is so no longer. */
function turns({ board, writing, catchUp, isWriter }: Turns) {
  let isOpen = false;
  const begin = (): void => {
    board.set({ phase: 'idle' });
    writing.start();
  };
  return {
    /** What was read until now is fresh; from here on another tab may have written. */
    opened: (): void => void (isOpen = true),
    onGain(): void {
      if (!isOpen || !catchUp) return begin();
      void catchUp()
        .catch(() => undefined)
        .then(() => isWriter() && begin());
    },
    async onLose(): Promise<void> {
      board.set({ phase: 'elsewhere', trouble: null, nextTryAtMs: null });
      await writing.stop();
    },
    onTold: (): void => void board.count().catch(() => undefined),
  };
}

type Open = {
  readonly db: OutboxDatabase;
  readonly world: OutboxWorld;
  readonly board: Board;
  readonly writer: Writer;
  readonly writing: ReturnType<typeof whileWriting>;
};

/** A newer version of the app needs the database for itself, or the browser took it away: nothing more is written from here then. */
function closeOnceOver({ db, world, board, writer, writing }: Open): () => Promise<void> {
  const stopListening = world.onOnline(() => writing.wake(true));
  const close = async (): Promise<void> => {
    stopListening();
    writer.close();
    board.set({ phase: 'elsewhere', trouble: null, nextTryAtMs: null });
    await writing.stop();
  };
  for (const end of ['versionchange', 'close']) db.addEventListener(end, () => void close());
  return close;
}

type Writing = {
  readonly world: OutboxWorld;
  readonly board: Board;
  readonly isWriter: () => boolean;
  readonly wrote: () => Promise<void>;
};

function writeWith<DB extends OutboxSchema, K extends Kinds>(
  { db, clock }: OutboxOptions<DB, K>,
  { world, board, isWriter, wrote }: Writing,
): Outbox<DB, K>['write'] {
  return async (stores, work) => {
    if (!isWriter()) throw new OtherTabError('Another window of this app is in use. Go on there, or here.');
    const names = [...new Set<string>([...stores, ...OUTBOX_STORES])];
    let added = 0;
    const result = await inTransaction(db as unknown as IDBPDatabase, names, (tx) =>
      work(tx as unknown as IDBPTransaction<DB, [...typeof stores], 'readwrite'>, async (entry) => {
        if (!entry.acked) added += 1;
        const of = tx as unknown as OutboxTx;
        return (await addEntry(of, entry, { clock, ...world })) as Entry as EntryOf<K>;
      }),
    );
    // Whoever waits for it waits for the disk alone: all is counted anew behind their back.
    board.set({ unsent: board.state.value.unsent + added });
    void wrote().catch(() => undefined);
    return result;
  };
}

/** Sends as long as this tab is the one that does. */
function whileWriting(options: SenderOptions) {
  let sender: Sender | null = null;
  return {
    start: (): void => void (sender ??= startSender(options)),
    wake: (now = false): void => sender?.wake(now),
    async stop(): Promise<void> {
      const before = sender;
      sender = null;
      await before?.stop();
    },
  };
}

function sendingOf<DB extends OutboxSchema, K extends Kinds>({
  send,
  batchMax = 50,
  timeoutMs = 20_000,
  goTogether = (one, other) => one.kind === other.kind,
}: OutboxOptions<DB, K>): Pick<SenderOptions, 'send' | 'batchMax' | 'timeoutMs' | 'goTogether'> {
  // What lies in the outbox was put there by this tool: its kinds are the tool's.
  return {
    send: send as Send,
    batchMax,
    timeoutMs,
    goTogether: goTogether as SenderOptions['goTogether'],
  };
}
