import { toMajor, type Currency } from '@cottontree/contract';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { amountText, moneyText } from '../../kit/format/money.ts';
import { Money } from '../../kit/parts/money.tsx';

/** What this shop sells in. */
export const currency = signal<Currency>('SLE');

/** An amount of the API. */
export function major(minor: number): number {
  return toMajor(BigInt(minor), currency.value);
}

export function Sum({ minor }: { readonly minor: number }): VNode {
  return <Money amount={major(minor)} currency={currency.value} />;
}

/** `NLe 46.50`, for titles and sentences. */
export function sumText(minor: number): string {
  return moneyText(major(minor), currency.value);
}

/** `46.50`. */
export function figureText(minor: number): string {
  return amountText(major(minor), currency.value);
}

/** Letters that have room beside each other in the largest size on the smallest phone. */
const BIG_LETTERS_MAX = 12;

/** What is to be paid, as large as it has room in one line. */
export function bigSumClass(text: string): string {
  return text.length > BIG_LETTERS_MAX ? 'tender-given long' : 'tender-given';
}

/** A sum as large as it has room. */
export function BigSum({ minor }: { readonly minor: number }): VNode {
  return (
    <p class={bigSumClass(sumText(minor))}>
      <Sum minor={minor} />
    </p>
  );
}
