import {
  toMajor,
  type ChargedLateFee,
  type Currency,
  type InvoiceCompany,
  type InvoiceDeposit,
  type InvoiceDiscount,
  type InvoiceItem,
  type InvoiceParty,
  type InvoicePayment,
  type InvoiceReminder,
  type InvoiceTaxTotal,
  type LateFee,
} from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { fileUrl } from '../../files/index.ts';
import type {
  KeptCompany,
  KeptDeposit,
  KeptInvoiceDiscount,
  KeptItem,
  KeptLateFee,
  KeptLateFeeCharged,
  KeptParty,
  KeptInvoicePayment,
  KeptReminder,
  KeptInvoiceTax,
  KeptTaxTotal,
} from './kept-parts.ts';

const RATE_UNITS = 10_000;
const MILLI = 1_000;

/** Ten-thousandths of a percent as percent. */
export function presentRate(rate: bigint | number): number {
  return Number(rate) / RATE_UNITS;
}

/** Kept minor units in major ones. */
export function majorOf(minor: number, currency: Currency): number {
  return toMajor(BigInt(minor), currency);
}

export function presentItem(
  { quantity_milli: quantityMilli, ...item }: KeptItem,
  currency: Currency,
): InvoiceItem {
  return {
    line: item.line,
    description: item.description,
    product_id: item.product_id,
    variant_id: item.variant_id,
    quantity: quantityMilli / MILLI,
    unit_price: majorOf(item.unit_price, currency),
    discount: item.discount && presentDiscount(item.discount, currency),
    taxes: item.taxes.map(presentTax),
    subtotal: majorOf(item.subtotal, currency),
    discount_total: majorOf(item.discount_total, currency),
    tax_total: majorOf(item.tax_total, currency),
    total: majorOf(item.total, currency),
  };
}

export function presentDiscount(
  { type, value, reason }: KeptInvoiceDiscount,
  currency: Currency,
): InvoiceDiscount {
  return { type, value: valueOf(type, value, currency), reason };
}

export function presentTaxTotal({ base, amount, ...tax }: KeptTaxTotal, currency: Currency): InvoiceTaxTotal {
  return { ...presentTax(tax), base: majorOf(base, currency), amount: majorOf(amount, currency) };
}

export function presentDeposit(
  deposit: KeptDeposit,
  {
    currency,
    kept,
    payable,
  }: {
    readonly currency: Currency;
    readonly kept: bigint;
    /** What is to be paid in all: where less was left of the invoice than its deposit, that will do. */
    readonly payable: bigint;
  },
): InvoiceDeposit {
  const wanted = BigInt(deposit.amount);
  return {
    percent: deposit.rate === null ? null : presentRate(deposit.rate),
    amount: majorOf(deposit.amount, currency),
    due_days: deposit.due_days,
    due_date: deposit.due_date,
    paid: kept >= (payable < wanted ? payable : wanted),
  };
}

// What JSON kept has its fields in another order than answers, by which they are compared with what is sent back.

export function presentParty({ name, email, phone, address, tax_id }: KeptParty): InvoiceParty {
  return { name, email, phone, address, tax_id };
}

export function presentPayment(
  { payment_id, amount, amount_refunded, channel, external_ref, paid_at }: KeptInvoicePayment,
  currency: Currency,
): InvoicePayment {
  return {
    payment_id,
    amount: majorOf(amount, currency),
    amount_refunded: majorOf(amount_refunded, currency),
    channel,
    external_ref,
    paid_at,
  };
}

export function presentReminder({ days_from_due, channel }: KeptReminder): InvoiceReminder {
  return { days_from_due, channel };
}

export function presentLateFee(
  { type, value, after_days, repeat_days, max }: KeptLateFee,
  currency: Currency,
): LateFee {
  return {
    type,
    value: valueOf(type, value, currency),
    after_days,
    repeat_days,
    max: max === null ? null : majorOf(max, currency),
  };
}

export function presentChargedFee(
  { period, amount, at, waived }: KeptLateFeeCharged,
  currency: Currency,
): ChargedLateFee {
  return {
    period,
    amount: majorOf(amount, currency),
    at,
    amount_waived: majorOf(waived?.amount ?? 0, currency),
    waived_at: waived?.at ?? null,
    waive_reason: waived?.reason ?? null,
  };
}

export function presentCompany(
  { logo_token: logoToken, ...company }: KeptCompany,
  settings: Pick<Settings, 'publicUrl'>,
): InvoiceCompany {
  return {
    name: company.name,
    address: company.address,
    email: company.email,
    phone: company.phone,
    tax_id: company.tax_id,
    logo_url: fileUrl(logoToken, settings),
  };
}

function presentTax({ name, rate, inclusive }: KeptInvoiceTax) {
  return { name, rate: presentRate(rate), inclusive };
}

function valueOf(type: 'percent' | 'fixed', value: number, currency: Currency): number {
  return type === 'percent' ? presentRate(value) : majorOf(value, currency);
}
