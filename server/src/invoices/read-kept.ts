import type { Json } from '../store/index.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import type {
  KeptCompany,
  KeptDeposit,
  KeptDiscount,
  KeptItem,
  KeptLateFee,
  KeptLateFeeCharged,
  KeptParty,
  KeptPayment,
  KeptReminder,
  KeptTaxTotal,
} from './kept-parts.ts';

/** What the parts of an invoice are, as only this room writes them. */
export type KeptParts = {
  readonly items: readonly KeptItem[];
  readonly discount: KeptDiscount | null;
  readonly taxes: readonly KeptTaxTotal[];
  readonly payments: readonly KeptPayment[];
  readonly customer: KeptParty;
  readonly company: KeptCompany;
  readonly deposit: KeptDeposit | null;
  readonly reminders: readonly KeptReminder[];
  readonly late_fee: KeptLateFee | null;
  readonly late_fees: readonly KeptLateFeeCharged[];
};

export function readKept(row: Pick<InvoiceRow, keyof KeptParts>): KeptParts {
  return row as unknown as KeptParts;
}

/** A part as a column takes it. */
export function toKept(part: object): Json {
  return part as Json;
}
