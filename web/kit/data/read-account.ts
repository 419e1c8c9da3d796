import { CottontreeError } from '@cottontree/client';
import { client } from './client.ts';
import { account } from './session.ts';

/** Reads anew who is signed in, and what they may do for which shops; nobody is no fault. */
export async function readAccount(): Promise<void> {
  try {
    account.value = (await client.getMemberAccount()).data;
  } catch (error) {
    if (!(error instanceof CottontreeError) || error.status !== 401) throw error;
    account.value = null;
  }
}
