import {
  percentOf,
  type Currency,
  type DepositIn,
  type InvoiceParty,
  type InvoiceWish,
  type TaxRounding,
} from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import { stays } from '../../../kernel/change/stays.ts';
import { readRate, readShare, readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { CustomerCopy } from '../../customers/index.ts';
import { composeFigures } from './compose-figures.ts';
import type { InvoiceState } from './invoice-rows.ts';
import type { KeptDeposit, KeptLine, KeptTax } from './kept-parts.ts';
import { readDates } from './read-dates.ts';
import { readDiscount, readLateFee } from './read-parts.ts';
import { addDays } from './calendar.ts';
import type { InvoiceGround } from './settings.queries.ts';

/** What was looked up for a wish; null where it says nothing of it. */
export type Looked = { readonly lines: readonly KeptLine[] | null; readonly customer: CustomerCopy | null };
export type WishGround = {
  readonly ground: InvoiceGround;
  readonly currency: Currency;
  readonly taxRounding: TaxRounding;
  readonly looked: Looked;
};

/** A draft after a wish: what the wish leaves out stays as it was. */
export function readWish(
  wish: InvoiceWish,
  before: InvoiceState,
  { ground, currency, taxRounding, looked }: WishGround,
): InvoiceState {
  const kept = before;
  const dates = readDates(wish, before, ground.timeZone);
  const lines =
    looked.lines ??
    retaxed(kept.items, wish, { name: ground.terms.default_tax_name, inclusive: ground.terms.tax_inclusive });
  const discount =
    wish.discount === undefined
      ? kept.discount
      : wish.discount && readDiscount(wish.discount, { path: 'discount', currency });
  const figures = composeFigures({ lines, discount, taxRounding, currency });
  const { late_fee: lateFee, min_partial_amount: least } = wish;
  return {
    ...before,
    ...dates,
    ...figures,
    customer_id: looked.customer ? looked.customer.id : before.customer_id,
    customer: looked.customer ? partyOf(looked.customer) : before.customer,
    company: ground.terms.company,
    ...wordsOf(wish, before),
    deposit: readDeposit(wish.deposit, kept.deposit, {
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

function wordsOf(wish: InvoiceWish, before: InvoiceState): Words {
  return {
    notes: stays(wish.notes, before.notes),
    terms: stays(wish.terms, before.terms),
    footer: stays(wish.footer, before.footer),
    payment_instructions: stays(wish.payment_instructions, before.payment_instructions),
    po_number: stays(wish.po_number, before.po_number),
    allow_partial_payment: stays(wish.allow_partial_payment, before.allow_partial_payment),
    accepted_channels: stays<InvoiceState['accepted_channels']>(
      wish.accepted_channels,
      before.accepted_channels,
    ),
    reminders: stays(wish.reminders, before.reminders),
    metadata: stays(wish.metadata, before.metadata),
  };
}

/** A rate that comes without lines is put on all of them. */
function retaxed(
  lines: readonly KeptLine[],
  wish: InvoiceWish,
  usual: { readonly name: string; readonly inclusive: boolean },
): readonly KeptLine[] {
  const { tax_rate: rate, tax_name: name = usual.name, tax_inclusive: inclusive = usual.inclusive } = wish;
  if (rate === undefined) return lines;
  const read = rate === null ? 0n : readRate(rate, { path: 'tax_rate' });
  const taxes: readonly KeptTax[] = read === 0n ? [] : [{ name, rate: Number(read), inclusive }];
  return lines.map((line) => ({ ...line, taxes }));
}

type DepositGround = { readonly total: bigint; readonly issueDate: string; readonly currency: Currency };

/** A deposit in percent follows the total. */
function readDeposit(
  wish: DepositIn | null | undefined,
  before: KeptDeposit | null,
  { total, issueDate, currency }: DepositGround,
): KeptDeposit | null {
  if (wish === null || (wish === undefined && before === null)) return null;
  const rate =
    wish === undefined
      ? (before?.rate ?? null)
      : wish.percent === undefined || wish.percent === null
        ? null
        : Number(readShare(wish.percent, { path: 'deposit.percent' }));
  const dueDays = wish?.due_days ?? before?.due_days ?? 0;
  const amount = rate === null ? amountOf(wish, before, currency) : percentOf(total, BigInt(rate));
  if (amount > total) throw invalid({ path: 'deposit.amount', message: 'must not be more than the total' });
  return { rate, amount: Number(amount), due_days: dueDays, due_date: addDays(issueDate, dueDays) };
}

function amountOf(wish: DepositIn | undefined, before: KeptDeposit | null, currency: Currency): bigint {
  if (wish?.amount !== undefined) return readSomeMoney(wish.amount, { path: 'deposit.amount', currency });
  if (wish === undefined && before) return BigInt(before.amount);
  throw invalid({ path: 'deposit', message: 'needs percent or amount' });
}

export function partyOf({ name, email, phone, address, tax_id }: CustomerCopy): InvoiceParty {
  return { name, email, phone, address, tax_id };
}
