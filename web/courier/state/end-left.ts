import { CottontreeError } from '@cottontree/client';
import { toolClient } from '../../tools/api.ts';
import { device } from '../data/api.ts';

/** Ends at the server what was ended here while it could not hear of it: a token that nobody uses lets nobody in. */
export async function endLeft(): Promise<void> {
  for (const token of await device.readLeft()) {
    const session = toolClient({ clock: device.clock, token: () => token });
    const isEnded = await session.signOutDriver({}).then(() => true, isOver);
    if (isEnded) await device.keepLeft((await device.readLeft()).filter((one) => one !== token));
  }
}

/** Whether the server said that there is no such session: then there is nothing left to end. */
export function isOver(error: unknown): boolean {
  return error instanceof CottontreeError && error.status === 401;
}
