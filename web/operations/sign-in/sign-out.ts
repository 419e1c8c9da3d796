import { CottontreeError } from '@cottontree/client';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { heedTabs, tellTabs } from '../../kit/data/other-tabs.ts';
import { queries } from '../../kit/data/queries.ts';
import { sessionEnded } from '../../kit/data/session.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { signInTexts as t } from './texts.ts';

/** Signs out; while the server was not reached the session lives on, so nobody is told that they are out. */
export async function signOut(): Promise<void> {
  try {
    await client.signOutOperator();
  } catch (error) {
    // Whose session had ended already is out.
    if (!(error instanceof CottontreeError) || error.status !== 401) {
      toast(t.notOut);
      return;
    }
  }
  leave();
  tellTabs('out');
}

/** Nothing of the person who was signed in is left in this tab. */
function leave(): void {
  queries.clear();
  sessionEnded.value = false;
  operator.value = null;
}

/** Heeds who signed in or out in another tab: what stands here is theirs, or nobody's. */
export function heedOtherTabs(resume: () => Promise<void>): () => void {
  return heedTabs((told) => {
    if (told === 'out') leave();
    else void takeOver(resume);
  });
}

async function takeOver(resume: () => Promise<void>): Promise<void> {
  const before = operator.value?.user.id;
  await resume().catch(() => undefined);
  const now = operator.value?.user.id;
  // What another person has read and typed is not the next one's.
  if (before !== undefined && now !== undefined && now !== before) return location.reload();
  if (now === undefined || !sessionEnded.value) return;
  sessionEnded.value = false;
  void queries.invalidateQueries();
}
