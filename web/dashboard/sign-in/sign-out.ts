import { CottontreeError } from '@cottontree/client';
import { client } from '../../kit/data/client.ts';
import { queries } from '../../kit/data/queries.ts';
import { account } from '../../kit/data/session.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { signInTexts as t } from './texts.ts';

/** Signs out; while the server was not reached the session lives on, so nobody is told that they are out. */
export async function signOut(): Promise<boolean> {
  try {
    await client.signOutMember();
  } catch (error) {
    // Whose session had ended already is out.
    if (!(error instanceof CottontreeError) || error.status !== 401) {
      toast(t.notOut);
      return false;
    }
  }
  queries.clear();
  account.value = null;
  return true;
}
