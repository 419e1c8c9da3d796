import type { Currency, InvoiceInput } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { readRate } from '../../../kernel/money/read-figures.ts';
import { readPosSettings } from '../../pos/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { readLines } from './read-lines.ts';
import type { InvoiceInputBasis } from './read-invoice-input.ts';
import { readInvoiceDefaults, type InvoiceDefaults } from './settings.queries.ts';

export type LookingUp = {
  readonly module: Pick<Invoices, 'customers'>;
  readonly runner: Runner;
  readonly call: Call;
  readonly currency: Currency;
};

/** All that an input refers to: the settings, the products of its lines, and whom it is for. */
export async function lookUpInput(
  input: InvoiceInput,
  { module, runner, call, currency }: LookingUp,
): Promise<InvoiceInputBasis> {
  const { tenant } = call;
  const defaults = await readInvoiceDefaults(runner, tenant);
  const { tax_rounding: taxRounding } = await readPosSettings(runner, tenant);
  const lines =
    input.items === undefined
      ? null
      : await readLines(input.items, {
          runner,
          tenant,
          defaults: { currency, ...defaultTax(input, defaults) },
        });
  const customer = await module.customers.ensure(runner, call, namedBy(input));
  return { defaults, currency, taxRounding, looked: { lines, customer } };
}

function defaultTax(
  { tax_rate: rate, tax_name: name, tax_inclusive: inclusive }: InvoiceInput,
  { terms }: InvoiceDefaults,
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

function namedBy({ customer_id: id, customer }: InvoiceInput) {
  return { customer_id: id ?? null, customer: customer ?? null };
}
