import type { EntryStatus } from '../../outbox/entry.ts';
import type { Outbox, OutboxSchema } from '../../outbox/index.ts';
import { deviceWorld, type OutboxWorld } from '../../outbox/world.ts';

/** How much shorter waits between tries are, and what a try may take: one that is given up sooner would be given up for ever on a machine that is crowded. */
type Hurry = { readonly waitShare: number; readonly limitShare: number };
const IN_A_BROWSER: Hurry = { waitShare: 0.3, limitShare: 0.3 };
const LIMIT_MS_MIN = 10_000;

/** The world of a device that is in a hurry: only its waits are shorter. */
export function hurriedWorld(): OutboxWorld {
  const world = deviceWorld();
  const { waitShare, limitShare } = (globalThis as { readonly hurry?: Hurry }).hurry ?? IN_A_BROWSER;
  return {
    ...world,
    sleep: (ms, signal) => world.sleep(ms * (ms >= LIMIT_MS_MIN ? limitShare : waitShare), signal),
  };
}

type Kept = { readonly client_id: string; readonly kind: string; readonly body: unknown };
type Standing = Kept & { readonly status: string; readonly answer: unknown };
type AnyOutbox<Kinds extends Readonly<Record<string, unknown>>> = Pick<
  Outbox<OutboxSchema, Kinds>,
  'state' | 'sendNow' | 'takeOver' | 'markSeen' | 'askForLost'
> & {
  readonly listToSee: () => Promise<readonly Kept[]>;
  readonly list: (...statuses: readonly EntryStatus[]) => Promise<readonly Standing[]>;
};

/**
 * Puts a tool without its screen into `globalThis.tool`, for tests that break whatever lies around it: what it does, keeps and sends is
 * the tool's own.
 */
export function drive<Kinds extends Readonly<Record<string, unknown>>>(
  box: () => AnyOutbox<Kinds> | null,
  own: Readonly<Record<string, (...values: never[]) => unknown>>,
): void {
  Object.assign(globalThis, {
    tool: {
      ...own,
      state: () => box()?.state.value,
      sendNow: () => box()?.sendNow(),
      takeOver: () => box()?.takeOver(),
      askForLost: () => box()?.askForLost(),
      toSee: async () =>
        (await box()?.listToSee())?.map(({ client_id, kind, body }) => ({ client_id, kind, body })) ?? [],
      kept: async () =>
        (await box()?.list('queued', 'sending', 'acked', 'conflict', 'rejected'))?.map(
          ({ client_id, kind, status, answer }) => ({ client_id, kind, status, answer }),
        ) ?? [],
      markSeen: async () => {
        for (const { client_id } of (await box()?.listToSee()) ?? []) await box()?.markSeen(client_id);
      },
    },
  });
}
