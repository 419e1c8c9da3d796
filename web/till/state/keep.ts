import { toast } from '../../kit/parts/toast.tsx';
import { isUnkept } from '../../tools/fault.ts';
import { t } from '../texts.ts';

/** What is said where the device could not write; any other fault goes on. */
export function whyUnkept(error: unknown): string {
  if (!isUnkept(error)) throw error;
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
