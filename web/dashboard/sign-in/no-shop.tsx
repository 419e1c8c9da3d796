import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { account } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { signInTexts as t } from './texts.ts';

/** For somebody who belongs to no shop any more, or not yet. */
export function NoShop(): VNode {
  async function leave(): Promise<void> {
    await client.signOutMember().catch(() => undefined);
    account.value = null;
  }
  return (
    <WayIn title={t.noShop} text={t.noShopText}>
      <Button onClick={() => void leave()}>{t.signOut}</Button>
    </WayIn>
  );
}
