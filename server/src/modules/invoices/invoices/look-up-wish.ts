import type { Currency, InvoiceWish } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { readRate } from '../../../kernel/money/read-figures.ts';
import { readPosSettings } from '../../pos/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { readLines } from './read-lines.ts';
import type { WishGround } from './read-wish.ts';
import { readInvoiceGround, type InvoiceGround } from './settings.queries.ts';

export type LookingUp = {
  readonly room: Pick<Invoices, 'customers'>;
  readonly runner: Runner;
  readonly call: Call;
  readonly currency: Currency;
};

/** All that a wish refers to: the settings, the products of its lines, and whom it is for. */
export async function lookUpWish(
  wish: InvoiceWish,
  { room, runner, call, currency }: LookingUp,
): Promise<WishGround> {
  const { tenant } = call;
  const ground = await readInvoiceGround(runner, tenant);
  const { tax_rounding: taxRounding } = await readPosSettings(runner, tenant);
  const lines =
    wish.items === undefined
      ? null
      : await readLines(wish.items, { runner, tenant, defaults: { currency, ...defaultTax(wish, ground) } });
  const customer = await room.customers.ensure(runner, call, namedBy(wish));
  return { ground, currency, taxRounding, looked: { lines, customer } };
}

function defaultTax(
  { tax_rate: rate, tax_name: name, tax_inclusive: inclusive }: InvoiceWish,
  { terms }: InvoiceGround,
) {
  return {
    taxRate:
      rate === undefined
        ? terms.default_tax_rate
        : rate === null
          ? null
          : readRate(rate, { path: 'tax_rate' }),
    taxName: name ?? terms.default_tax_name,
    taxInclusive: inclusive ?? terms.tax_inclusive,
  };
}

function namedBy({ customer_id: id, customer }: InvoiceWish) {
  return { customer_id: id ?? null, customer: customer ?? null };
}
