import type { DrawerFlag } from '@cottontree/contract';
import type { Tx } from '../../../store/index.ts';
import { noteDrawerFlags } from '../cash/drawer-flags.queries.ts';
import { doerOf, type Handed, type HandedIn } from './drawer-entry.ts';

type Noted = {
  readonly sessionId: string;
  readonly flags: readonly DrawerFlag[];
  /** Null: it was counted. */ readonly amountMinor: bigint | null;
};

/** Keeps for whoever manages the shop what about an entry should be looked at, in the transaction that writes it. */
export async function noteFlags(
  tx: Tx,
  handed: Handed,
  { sessionId, flags, amountMinor }: Noted,
): Promise<Pick<HandedIn, 'flags' | 'sessionId'>> {
  const { entry, call, happenedAt } = handed;
  if (flags.length > 0)
    await noteDrawerFlags(tx, call.tenant, {
      session_id: sessionId,
      client_id: entry.client_id.toLowerCase(),
      kind: entry.kind,
      flags,
      amount_minor: amountMinor,
      staff_id: doerOf(handed)?.id ?? null,
      occurred_at: happenedAt,
      recorded_at: call.now,
    });
  return { flags, sessionId };
}
