import type { VNode } from 'preact';
import { Money } from '../../kit/parts/money.tsx';
import { common } from '../../kit/text/common.ts';

/** An amount, or the word that there is none. */
export function Figure({ amount, currency }: { readonly amount: number; readonly currency: string }): VNode {
  return amount === 0 ? (
    <span class="faint">{common.none}</span>
  ) : (
    <Money amount={amount} currency={currency} />
  );
}
