import type {
  InvoiceParty,
  InvoicePayment,
  InvoiceReminder,
  PaymentFailure,
  RefundStatus,
} from '@cottontree/contract';

/** Parts of an invoice as they are kept in its row: amounts are whole minor units, which JSON holds exactly up to the largest amount there is. */
export type KeptInvoiceTax = {
  readonly name: string;
  /** Ten-thousandths of a percent. */ readonly rate: number;
  readonly inclusive: boolean;
};

/** `value`: minor units, or ten-thousandths of a percent. */
export type KeptInvoiceDiscount = {
  readonly type: 'percent' | 'fixed';
  readonly value: number;
  readonly reason: string | null;
};

/** A line as somebody wrote it. */
export type KeptLine = {
  readonly description: string;
  readonly product_id: string | null;
  readonly variant_id: string | null;
  readonly quantity_milli: number;
  readonly unit_price: number;
  readonly discount: KeptInvoiceDiscount | null;
  readonly taxes: readonly KeptInvoiceTax[];
};

export type KeptItem = KeptLine & {
  readonly line: number;
  /** How much of it credit notes took back. */
  readonly credited_milli: number;
  readonly subtotal: number;
  readonly discount_total: number;
  readonly tax_total: number;
  readonly total: number;
};

export type KeptTaxTotal = KeptInvoiceTax & { readonly base: number; readonly amount: number };

/** `rate`: of the total, null where it is an amount. */
export type KeptDeposit = {
  readonly rate: number | null;
  readonly amount: number;
  readonly due_days: number;
  readonly due_date: string;
};

export type KeptInvoicePayment = {
  readonly payment_id: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly channel: InvoicePayment['channel'];
  readonly external_ref: string | null;
  readonly paid_at: string;
};

/** `repeat_days` null: once. `max`: of all of them, null: as much as the total. */
export type KeptLateFee = {
  readonly type: 'percent' | 'fixed';
  readonly value: number;
  readonly after_days: number;
  readonly repeat_days: number | null;
  readonly max: number | null;
};

/** One late fee that was added; `period` from 1. `waived`: what of it need not be paid. */
export type KeptLateFeeCharged = {
  readonly period: number;
  readonly amount: number;
  readonly at: string;
  readonly waived?: { readonly amount: number; readonly at: string; readonly reason: string };
};

export type KeptReminder = { readonly days_from_due: number; readonly channel: InvoiceReminder['channel'] };

export type KeptParty = InvoiceParty;

export type KeptCompany = {
  readonly name: string | null;
  readonly address: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tax_id: string | null;
  readonly logo_token: string | null;
};

/** The parts of an invoice, as its row keeps them. */
export type KeptParts = {
  readonly items: readonly KeptItem[];
  readonly discount: KeptInvoiceDiscount | null;
  readonly taxes: readonly KeptTaxTotal[];
  readonly payments: readonly KeptInvoicePayment[];
  readonly customer: KeptParty;
  readonly company: KeptCompany;
  readonly deposit: KeptDeposit | null;
  readonly reminders: readonly KeptReminder[];
  readonly late_fee: KeptLateFee | null;
  readonly late_fees: readonly KeptLateFeeCharged[];
};

/** What is credited of a line, as the note keeps it. */
export type KeptCreditItem = {
  readonly line: number;
  readonly description: string;
  readonly quantity_milli: number;
  readonly amount: number;
};

/** Money of a credit note on its way back, as only this module writes it. */
export type KeptCreditRefund = {
  readonly payment_id: string;
  readonly refund_id: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly failure: PaymentFailure | null;
};
