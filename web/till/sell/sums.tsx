import { Fragment, type VNode } from 'preact';
import { Sum } from '../data/money.tsx';
import { cart, totals } from '../state/signals.ts';
import { t } from '../texts.ts';

/** How the total comes about. */
export function Sums(): VNode | null {
  if (cart.value.lines.length === 0) return null;
  const { subtotalMinor, discountMinor, taxes, tipMinor } = totals.value;
  const rows: readonly (readonly [name: string, minor: bigint])[] = [
    ...(discountMinor === 0n
      ? []
      : ([
          [t.beforeDiscount, subtotalMinor],
          [t.discount, -discountMinor],
        ] as const)),
    ...taxes.map(({ name, rate, inclusive, taxMinor }) => {
      const percent = `${Number(rate) / 10_000} %`;
      return [inclusive ? t.taxIncluded(name, percent) : t.taxAdded(name, percent), taxMinor] as const;
    }),
    ...(tipMinor === 0n ? [] : ([[t.tip, tipMinor]] as const)),
  ];
  if (rows.length === 0) return null;
  return (
    <dl class="sums">
      {rows.map(([name, minor]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <Sum minor={Number(minor)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
