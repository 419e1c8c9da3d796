import type { VNode } from 'preact';
import { PartsOf } from '../parts-of.tsx';
import { stockTexts as t } from './texts.ts';

/** The parts of the stock. */
export function StockParts(): VNode {
  return (
    <PartsOf
      label={t.title}
      parts={[
        ['/till/stock', t.levels],
        ['/till/stock/low', t.low],
        ['/till/stock/movements', t.movements],
        ['/till/stock/counts', t.counts],
        ['/till/stock/transfers', t.transfers],
      ]}
    />
  );
}

/** A product's name with its variant's. */
export function itemName({
  name,
  variant_name: variant,
}: {
  readonly name: string;
  readonly variant_name: string | null;
}): string {
  return variant === null ? name : `${name}, ${variant}`;
}

/** A figure that came or went. */
export function signed(value: number): string {
  const text = Math.abs(value).toLocaleString('en');
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text;
}
