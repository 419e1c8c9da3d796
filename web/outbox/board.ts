import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../tools/clock.ts';
import { readRoom } from './room.ts';
import type { SenderChange } from './sender.ts';
import { countEntries, type OutboxDatabase } from './stores.ts';
import type { Trouble } from './trouble.ts';

export type OutboxState = {
  /** Acts that the server has not answered for. */
  readonly unsent: number;
  /** Refusals and conflicts that nobody has seen. */
  readonly toSee: number;
  /** elsewhere: another tab of the app writes and sends. */
  readonly phase: 'idle' | 'sending' | 'waiting' | 'elsewhere';
  /** Why nothing can be sent for now; null: nothing is known to be wrong. */
  readonly trouble: Trouble | null;
  /** When it is tried again, by the clock; null: nothing is waited for. */
  readonly nextTryAtMs: number | null;
  /** may-be-dropped: the browser did not promise to keep what is stored. short: soon an act may find no room. */
  readonly room: 'kept' | 'may-be-dropped' | 'short';
};

/** How the outbox stands, for whoever shows it. */
export type Board = {
  readonly state: ReadonlySignal<OutboxState>;
  readonly set: (change: Partial<OutboxState>) => void;
  readonly count: () => Promise<void>;
  readonly look: () => Promise<void>;
  /** How sending stands, where this tab still sends once all is counted. */
  readonly show: (change: SenderChange) => Promise<void>;
};

const START: OutboxState = {
  unsent: 0,
  toSee: 0,
  phase: 'elsewhere',
  trouble: null,
  nextTryAtMs: null,
  room: 'kept',
};

type Options = {
  readonly db: OutboxDatabase;
  readonly clock: Clock;
  readonly storage: StorageManager | undefined;
  readonly isWriter: () => boolean;
};

export function openBoard({ db, clock, storage, isWriter }: Options): Board {
  const state = signal(START);
  const set = (change: Partial<OutboxState>): void => void (state.value = { ...state.value, ...change });
  const count = async (): Promise<void> => set(await countEntries(db));
  return {
    state,
    set,
    count,
    async look() {
      const { isKept, isShort } = await readRoom(storage);
      set({ room: isShort ? 'short' : isKept ? 'kept' : 'may-be-dropped' });
    },
    async show({ phase, trouble, waitMs }) {
      await count().catch(() => undefined);
      if (!isWriter()) return;
      set({ phase, trouble, nextTryAtMs: waitMs > 0 ? clock.nowMs() + waitMs : null });
    },
  };
}
