import { toast } from '../../kit/parts/toast.tsx';
import { NoRoomError } from '../../outbox/index.ts';
import { isStorageError } from '../../outbox/trouble.ts';
import { t } from '../texts.ts';

/** What is said where the device could not write; any other fault goes on. */
export function whyUnkept(error: unknown): string {
  if (!(error instanceof NoRoomError) && !isStorageError(error)) throw error;
  return t.notKept;
}

/** Does what writes to the device. Answers whether it is kept; where not, says so: then nothing of it was. */
export async function keeps(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    toast(whyUnkept(error));
    return false;
  }
}
