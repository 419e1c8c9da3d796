import type { Client } from '@cottontree/client';
import type { Cart, CartLine, Reduction } from '@cottontree/contract';
import { expect } from 'vitest';
import { expectTotals, total } from '../../../contract/test/totals-oracle.ts';
import type { Chance } from './seed.ts';

type Body = Parameters<Client['createSale']>[0]['body'];
type Sale = Awaited<ReturnType<Client['createSale']>>['data'];

/** Something of the catalogue, as a random cart takes it. */
export type Wares = {
  readonly variantId: string;
  readonly priceMinor: bigint;
  readonly tax: { readonly name: string; readonly rate: bigint; readonly inclusive: boolean } | null;
};
export type RandomSale = { readonly body: Body; readonly cart: Cart };

const major = (minor: bigint): number => Number(minor) / 100;
const percent = (rate: bigint): number => Number(rate) / 10_000;

/** A cart as chance has it, as the API takes it and as the totals are reckoned from it. */
export function randomSale(chance: Chance, wares: readonly Wares[]): RandomSale {
  const reduce = (most: number): Reduction | null =>
    chance.happens(0.6)
      ? null
      : chance.happens(0.5)
        ? { type: 'percent', rate: BigInt(chance.between(0, 1_000_000)) }
        : { type: 'fixed', amountMinor: BigInt(chance.between(0, most)) };
  const picked = Array.from({ length: chance.between(1, 12) }, () => ({
    ware: chance.pick(wares),
    quantityMilli: BigInt(chance.between(1, 20)) * 125n,
    discount: reduce(5_000),
  }));
  const lines = picked.map(({ ware, quantityMilli, discount }): CartLine => ({
    quantityMilli,
    unitPriceMinor: ware.priceMinor,
    discount,
    taxes: ware.tax ? [ware.tax] : [],
  }));
  const discount = reduce(20_000);
  const charge = reduce(3_000);
  const tipMinor = chance.happens(0.3) ? BigInt(chance.between(1, 5_000)) : 0n;
  const given = (one: Reduction) =>
    one.type === 'percent'
      ? { type: one.type, value: percent(one.rate) }
      : { type: one.type, value: major(one.amountMinor) };
  const body: Body = {
    items: picked.map(({ ware, quantityMilli, discount: own }) => ({
      variant_id: ware.variantId,
      quantity: Number(quantityMilli) / 1_000,
      ...(own ? { discount: given(own) } : {}),
    })),
    ...(discount ? { discount: given(discount) } : {}),
    ...(charge ? { service_charge: given(charge) } : {}),
    ...(tipMinor > 0n ? { tip: major(tipMinor) } : {}),
  };
  return {
    body,
    cart: {
      lines,
      discount,
      serviceCharge: charge && { charge, taxes: [] },
      tipMinor,
      taxRounding: 'document',
    },
  };
}

/** Holds a sale's figures to those of the second reckoning, to the cent. */
export function expectReckoned(
  { cart }: RandomSale,
  sale: Pick<
    Sale,
    'items' | 'taxes' | 'subtotal' | 'discount_total' | 'tax_total' | 'service_charge' | 'tip' | 'total'
  >,
): void {
  const minor = (amount: number): bigint => BigInt(Math.round(amount * 100));
  const nets = sale.items.map(({ gross, discount_total }) => minor(gross) - minor(discount_total));
  const expected = expectTotals(cart, nets);
  expect([
    minor(sale.subtotal),
    minor(sale.discount_total),
    minor(sale.service_charge),
    minor(sale.total),
  ]).toEqual([
    expected.subtotalMinor,
    expected.discountMinor,
    expected.serviceChargeMinor,
    expected.totalMinor,
  ]);
  expect(minor(sale.tax_total)).toBe(total([...expected.taxes.values()]));
  expect(
    total(sale.items.map((item) => minor(item.total))) + minor(sale.service_charge) + minor(sale.tip),
  ).toBe(minor(sale.total));
  expect(total(sale.items.map((item) => minor(item.tax)))).toBe(
    total(sale.taxes.map(({ amount }) => minor(amount))),
  );
}
