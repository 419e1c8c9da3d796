import type { VNode } from 'preact';
import { amountText, currencySign } from '../format/money.ts';
import './money.css';

/** An amount in full: the sign small and grey, figures that stand under each other. */
export function Money({
  amount,
  currency = 'SLE',
}: {
  readonly amount: number | string;
  readonly currency?: string;
}): VNode {
  return (
    <span class="money">
      <i>{currencySign(currency)} </i>
      {amountText(amount, currency)}
    </span>
  );
}
