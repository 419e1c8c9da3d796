import { makePin } from './make-secrets.ts';
import { readPin } from '../../kernel/secrets/read-pin.ts';
import type { Accounts } from './module.ts';
import { putPin } from './drivers.queries.ts';
import { endSessions } from './sessions.queries.ts';
import type { Runner } from '../../store/index.ts';

/** A PIN ready to be stored; its digits only where they were made here. */
export type PinDraft = { readonly pinHash: string; readonly madePin: string | null };

export async function draftPin({ world, hasher }: Accounts, wanted: string | undefined): Promise<PinDraft> {
  const madePin = wanted === undefined ? makePin(world) : null;
  return { pinHash: await hasher.hash(madePin ?? readPin(wanted ?? '', 'pin')), madePin };
}

/** In a transaction: gives a courier a PIN, and ends all sessions that the one before let in. */
export async function setPin(
  tx: Runner,
  { world }: Accounts,
  { driverId, draft }: { readonly driverId: string; readonly draft: PinDraft },
): Promise<void> {
  const at = world.systemNow();
  await putPin(tx, { driver_id: driverId, pin_hash: draft.pinHash, at });
  await endSessions(tx, { subjectId: driverId, at });
}
