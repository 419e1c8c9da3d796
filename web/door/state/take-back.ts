import { ownUndoMinutes } from '@cottontree/contract';
import { client } from '../data/api.ts';
import type { DoorScan } from '../data/door-store.ts';
import { figuresChanged } from './figures.ts';
import { noteUndone } from './own-scans.ts';
import { door, nowMs } from './signals.ts';
import { telling } from './telling.ts';

/** Whether this door may take a scan back: the server has it, and it is not old. */
export function mayTakeBack({ result, scanId, atMs, isUndone }: DoorScan): boolean {
  return result !== 'rejected' && scanId !== null && !isUndone && nowMs() - atMs < ownUndoMinutes * 60_000;
}

/** Takes a scan back, as if it had not been. Throws what the client throws. */
export async function takeBack({ nonce, scanId }: DoorScan, reason: string): Promise<void> {
  await telling(async () => {
    await client
      .undoScanAtDoor({
        params: { id: door.value?.event.id ?? '', scanId: scanId ?? '' },
        body: { reason },
      })
      .catch((error: unknown) => {
        // It was taken back before, and the answer was lost.
        if ((error as { readonly code?: unknown }).code !== 'SCAN_ALREADY_UNDONE') throw error;
      });
    await noteUndone(nonce);
  });
  figuresChanged();
}
