import {
  percentOf,
  type Currency,
  type DepositIn,
  type InvoiceParty,
  type InvoiceInput,
  type TaxRounding,
} from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import { stays } from '../../../kernel/change/change.ts';
import { readMoney, readShare, readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { CustomerCopy } from '../../customers/index.ts';
import { composeFigures } from './compose-figures.ts';
import type { InvoiceState } from './invoice-rows.ts';
import type { KeptDeposit, KeptLine, KeptInvoiceTax } from './kept-parts.ts';
import { readDates } from './read-dates.ts';
import { readDiscount, readLateFee } from './read-lines.ts';
import { addDays } from './calendar.ts';
import type { InvoiceDefaults } from './settings.queries.ts';

/** What was looked up for an input; null where it says nothing of it. */
export type Looked = { readonly lines: readonly KeptLine[] | null; readonly customer: CustomerCopy | null };
export type InvoiceInputBasis = {
  readonly defaults: InvoiceDefaults;
  readonly currency: Currency;
  readonly taxRounding: TaxRounding;
  readonly looked: Looked;
};

/** A draft after an input: what the input leaves out stays as it was. */
export function readInvoiceInput(
  input: InvoiceInput,
  before: InvoiceState,
  { defaults, currency, taxRounding, looked }: InvoiceInputBasis,
): InvoiceState {
  const kept = before;
  const dates = readDates(input, before, defaults.timeZone);
  const lines =
    looked.lines ??
    retaxed(kept.items, input, {
      name: defaults.terms.default_tax_name,
      inclusive: defaults.terms.tax_inclusive,
    });
  const discount =
    input.discount === undefined
      ? kept.discount
      : input.discount && readDiscount(input.discount, { path: 'discount', currency });
  const figures = composeFigures({ lines, discount, taxRounding, currency });
  const { late_fee: lateFee, min_partial_amount: least } = input;
  return {
    ...before,
    ...dates,
    ...figures,
    customer_id: looked.customer ? looked.customer.id : before.customer_id,
    customer: looked.customer ? partyOf(looked.customer) : before.customer,
    company: defaults.terms.company,
    ...wordsOf(input, before),
    deposit: readDeposit(input.deposit, kept.deposit, {
      total: figures.total,
      issueDate: dates.issue_date,
      currency,
    }),
    min_partial_amount:
      least === undefined
        ? before.min_partial_amount
        : least === null
          ? null
          : readSomeMoney(least, { path: 'min_partial_amount', currency }),
    late_fee:
      lateFee === undefined
        ? before.late_fee
        : lateFee && readLateFee(lateFee, { path: 'late_fee', currency }),
  };
}

type Words = Pick<
  InvoiceState,
  | 'notes'
  | 'terms'
  | 'footer'
  | 'payment_instructions'
  | 'po_number'
  | 'allow_partial_payment'
  | 'accepted_channels'
  | 'reminders'
  | 'metadata'
>;

function wordsOf(input: InvoiceInput, before: InvoiceState): Words {
  return {
    notes: stays(input.notes, before.notes),
    terms: stays(input.terms, before.terms),
    footer: stays(input.footer, before.footer),
    payment_instructions: stays(input.payment_instructions, before.payment_instructions),
    po_number: stays(input.po_number, before.po_number),
    allow_partial_payment: stays(input.allow_partial_payment, before.allow_partial_payment),
    accepted_channels: stays<InvoiceState['accepted_channels']>(
      input.accepted_channels,
      before.accepted_channels,
    ),
    reminders: stays(input.reminders, before.reminders),
    metadata: stays(input.metadata, before.metadata),
  };
}

/** A rate that comes without lines is put on all of them. */
function retaxed(
  lines: readonly KeptLine[],
  input: InvoiceInput,
  usual: { readonly name: string; readonly inclusive: boolean },
): readonly KeptLine[] {
  const { tax_rate: rate, tax_name: name = usual.name, tax_inclusive: inclusive = usual.inclusive } = input;
  if (rate === undefined) return lines;
  const read = rate === null ? 0n : readShare(rate, { path: 'tax_rate' });
  const taxes: readonly KeptInvoiceTax[] = read === 0n ? [] : [{ name, rate: Number(read), inclusive }];
  return lines.map((line) => ({ ...line, taxes }));
}

type DepositBasis = { readonly total: bigint; readonly issueDate: string; readonly currency: Currency };

/** A deposit in percent follows the total. */
function readDeposit(
  input: DepositIn | null | undefined,
  before: KeptDeposit | null,
  { total, issueDate, currency }: DepositBasis,
): KeptDeposit | null {
  if (input === null || (input === undefined && before === null)) return null;
  const rate =
    input === undefined
      ? (before?.rate ?? null)
      : input.percent === undefined || input.percent === null
        ? null
        : Number(readShare(input.percent, { path: 'deposit.percent' }));
  const dueDays = input?.due_days ?? before?.due_days ?? 0;
  const amount = rate === null ? amountOf(input, before, currency) : percentOf(total, BigInt(rate));
  if (rate !== null && input?.amount !== undefined)
    refuseOtherAmount(readMoney(input.amount, { path: 'deposit.amount', currency }), [
      amount,
      ...(before?.rate === rate ? [BigInt(before.amount)] : []),
    ]);
  if (amount > total) throw invalid({ path: 'deposit.amount', message: 'must not be more than the total' });
  return { rate, amount: Number(amount), due_days: dueDays, due_date: addDays(issueDate, dueDays) };
}

/** An amount beside a percentage is what that makes, or made when it was read: of two that differ neither is meant. */
function refuseOtherAmount(given: bigint, made: readonly bigint[]): void {
  if (!made.includes(given))
    throw invalid({
      path: 'deposit.amount',
      message: 'must be left out where deposit.percent is given, or be what that percentage makes',
    });
}

function amountOf(input: DepositIn | undefined, before: KeptDeposit | null, currency: Currency): bigint {
  if (input?.amount !== undefined) return readSomeMoney(input.amount, { path: 'deposit.amount', currency });
  if (input === undefined && before) return BigInt(before.amount);
  throw invalid({ path: 'deposit', message: 'needs percent or amount' });
}

export function partyOf({ name, email, phone, address, tax_id }: CustomerCopy): InvoiceParty {
  return { name, email, phone, address, tax_id };
}
