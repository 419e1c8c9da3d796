import { CottontreeError } from '@cottontree/client';
import { client } from '../../kit/data/client.ts';
import { queries } from '../../kit/data/queries.ts';
import { heedTabs, tellTabs } from '../../kit/data/other-tabs.ts';
import { readAccount } from '../../kit/data/read-account.ts';
import { account, sessionEnded } from '../../kit/data/session.ts';
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
  leave();
  tellTabs('out');
  return true;
}

/** Nothing of the person who was signed in is left in this tab. */
function leave(): void {
  queries.clear();
  sessionEnded.value = false;
  account.value = null;
}

/** Heeds who signed in or out in another tab: what stands here is theirs, or nobody's. */
export function heedOtherTabs(): () => void {
  return heedTabs((told) => {
    if (told === 'out') leave();
    else void takeOver();
  });
}

async function takeOver(): Promise<void> {
  const before = account.value;
  await readAccount().catch(() => undefined);
  // What another person has read and typed is not the next one's.
  if (before && account.value && account.value.id !== before.id) return location.reload();
  if (!account.value || !sessionEnded.value) return;
  sessionEnded.value = false;
  void queries.invalidateQueries();
}
