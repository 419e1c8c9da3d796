import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { signOut } from './sign-out.ts';
import { signInTexts as t } from './texts.ts';

/** For somebody who belongs to no shop any more, or not yet. */
export function NoShop(): VNode {
  return (
    <WayIn title={t.noShop} text={t.noShopText}>
      <Button onClick={() => void signOut()}>{t.signOut}</Button>
    </WayIn>
  );
}
