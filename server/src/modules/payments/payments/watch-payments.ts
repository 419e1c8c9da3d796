import type { Context } from '../../../kernel/call/context.ts';
import { findPayment, versionsOf, type PaymentRow } from './payments.queries.ts';

/** Tells listeners when payments change, whoever changed them and on whichever node. */
export type PaymentWatch = Disposable & {
  /** Calls back with each state that is newer than the one told before; answers with how to stop. */
  readonly watch: (row: PaymentRow, heard: (row: PaymentRow) => void) => () => void;
  /** A change that this node made itself is told at once. */
  readonly heard: (row: PaymentRow) => void;
};

/** The longest a change on another node stays unheard. */
const LOOK_EVERY_MS = 500;

type Listener = { version: number; readonly heard: (row: PaymentRow) => void };
type Watched = { readonly row: PaymentRow; readonly listeners: Set<Listener> };

/** One loop for all listeners of the node: a statement asks for the versions of everything watched, and only what has moved on is read. */
export function createPaymentWatch({ store, log }: Pick<Context, 'store' | 'log'>): PaymentWatch {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function rest(): void {
    if (closed || timer !== null || watched.size === 0) return;
    timer = setTimeout(() => {
      void look()
        .catch((error: unknown) =>
          log.warn({ error }, 'Watched payments could not be looked at and are looked at again.'),
        )
        .finally(() => {
          timer = null;
          rest();
        });
    }, LOOK_EVERY_MS);
  }

  async function look(): Promise<void> {
    const versions = await versionsOf(
      store.system,
      [...watched.values()].map(({ row }) => row),
    );
    const moved = [...watched.values()].filter(({ row, listeners }) =>
      [...listeners].some(({ version }) => version < (versions.get(row.id) ?? 0)),
    );
    for (const { row } of moved) {
      const now = await findPayment(store.system, {
        tenant: { merchantId: row.merchant_id, livemode: row.livemode },
        id: row.id,
      });
      if (now) tell(now);
    }
  }

  function tell(row: PaymentRow): void {
    for (const listener of watched.get(row.id)?.listeners ?? []) {
      if (listener.version >= row.version) continue;
      listener.version = row.version;
      listener.heard(row);
    }
  }

  return {
    watch(row, heard) {
      const one = watched.get(row.id) ?? { row, listeners: new Set() };
      const listener: Listener = { version: row.version, heard };
      watched.set(row.id, one);
      one.listeners.add(listener);
      rest();
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0 && watched.get(row.id) === one) watched.delete(row.id);
      };
    },
    heard: tell,
    [Symbol.dispose]() {
      closed = true;
      if (timer) clearTimeout(timer);
    },
  };
}
