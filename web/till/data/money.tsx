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
