import { ArrowLeft } from 'lucide';
import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { goBack } from '../state/place.ts';
import { CartPanel } from './cart-panel.tsx';

/** The sale on a phone: a step of its own, with the way back to the products. */
export function PhoneCart(): VNode {
  return (
    <div class="phone-cart">
      <Button kind="ghost" class="phone-back" icon={ArrowLeft} label={common.back} onClick={goBack} />
      <CartPanel />
    </div>
  );
}
