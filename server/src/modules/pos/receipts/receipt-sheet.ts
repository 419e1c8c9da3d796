import {
  currencies,
  parseAmount,
  type Currency,
  type Receipt,
  type ReceiptLanguage,
} from '@cottontree/contract';
import { printedMoney } from '../../../kernel/money/printed-money.ts';
import { tellMoment } from '../../../kernel/time/tell-moment.ts';
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts';

/** One line with something to its right. */
export type SheetRow = { readonly left: string; readonly right: string; readonly strong?: true };

export type SheetItem = SheetRow & { readonly details: readonly string[] };

/** A receipt in words, before it is known how wide the paper is: every printed form shows all of this and nothing else. */
export type ReceiptSheet = {
  readonly language: ReceiptLanguage;
  readonly title: string;
  readonly store: string;
  /** Place, phone, and what else stands below the name. */
  readonly head: readonly string[];
  /** What has to be known before anything else: that it is a test, or void, or not paid. */
  readonly banners: readonly string[];
  readonly facts: readonly SheetRow[];
  readonly items: readonly SheetItem[];
  /** What makes the total, the total last but for rounding. */
  readonly sums: readonly SheetRow[];
  /** Taxes that prices have in them. */
  readonly within: readonly SheetRow[];
  readonly payments: readonly SheetRow[];
  readonly refunds: readonly SheetRow[];
  readonly fiscal: { readonly rows: readonly SheetRow[]; readonly qr: string | null } | null;
  readonly foot: readonly string[];
  readonly link: { readonly url: string; readonly caption: string } | null;
};

/** Writes a receipt in a language, with times as they are where it was sold. */
export function composeSheet(receipt: Receipt, language: ReceiptLanguage): ReceiptSheet {
  const words = RECEIPT_WORDS[language];
  const { store, status, livemode, fiscal, url } = receipt;
  return {
    language,
    title: words.title,
    store: store.name,
    head: [
      store.location,
      ...(store.address?.split('\n') ?? []),
      store.phone && `${words.phone} ${store.phone}`,
      ...store.header_lines,
    ].filter((line): line is string => line !== null && line !== ''),
    banners: [livemode ? null : words.test, words.standing[status] ?? null].filter(
      (line): line is string => line !== null,
    ),
    facts: factsOf(receipt, words),
    items: receipt.lines.map((line) => itemOf(line, receipt, words)),
    sums: sumsOf(receipt, words),
    within: receipt.taxes
      .filter(({ inclusive }) => inclusive)
      .map((tax) => ({
        left: words.taxWithin(tax.name, percent(tax.rate), figure(tax.base, receipt)),
        right: figure(tax.amount, receipt),
      })),
    payments: paymentsOf(receipt, words),
    refunds: refundsOf(receipt, words),
    fiscal: fiscal && {
      rows: rowsOf([words.fiscalNumber, fiscal.number], [words.fiscalSignature, fiscal.signature]),
      qr: fiscal.qr,
    },
    foot: store.footer_lines,
    link: url === null ? null : { url, caption: words.scan },
  };
}

function factsOf(receipt: Receipt, words: ReceiptWords): readonly SheetRow[] {
  return rowsOf(
    [words.number, receipt.number],
    [words.date, tellMoment(receipt.at, receipt.time_zone)],
    [words.servedBy, receipt.staff],
    [words.customer, receipt.customer],
  );
}

function rowsOf(...pairs: readonly (readonly [label: string, value: string | null])[]): readonly SheetRow[] {
  return pairs.flatMap(([left, right]) => (right === null ? [] : [{ left, right }]));
}

function itemOf(line: Receipt['lines'][number], receipt: Receipt, words: ReceiptWords): SheetItem {
  const taken = discountOf(line.discount, receipt);
  return {
    left: line.name,
    right: figure(line.amount, receipt),
    details: [
      ...(line.quantity === 1 ? [] : [words.each(String(line.quantity), figure(line.unit_price, receipt))]),
      ...line.modifiers.map(
        ({ name, quantity, price }) =>
          `+ ${quantity === 1 ? '' : `${quantity} x `}${name}${price === 0 ? '' : ` ${figure(price, receipt)}`}`,
      ),
      ...line.components.map(({ name, quantity }) => `- ${quantity === 1 ? '' : `${quantity} x `}${name}`),
      ...(taken === null ? [] : [words.discount(taken)]),
      ...(line.note === null ? [] : [line.note]),
      ...(line.refunded_quantity === 0 ? [] : [words.refundedOf(String(line.refunded_quantity))]),
    ],
  };
}

/** What adds up to the total: taxes that prices have in them are told after it. */
function sumsOf(receipt: Receipt, words: ReceiptWords): readonly SheetRow[] {
  const added = receipt.taxes.filter(({ inclusive, amount }) => !inclusive && amount !== 0);
  const parts: readonly (readonly [label: string, amount: number])[] = [
    [words.discounts(discountOf(receipt.discount, receipt)), -receipt.discount_total],
    [words.serviceCharge, receipt.service_charge],
    ...added.map(({ name, rate, amount }) => [words.tax(name, percent(rate)), amount] as const),
    [words.tip, receipt.tip],
  ];
  const shown = parts
    .filter(([, amount]) => amount !== 0)
    .map(([left, amount]) => ({ left, right: figure(amount, receipt) }));
  const rounded: readonly SheetRow[] =
    receipt.cash_rounding === 0
      ? []
      : [
          { left: words.rounding, right: figure(receipt.cash_rounding, receipt) },
          { left: words.toPay, right: money(receipt.to_pay, receipt), strong: true },
        ];
  return [
    ...(shown.length === 0
      ? []
      : [{ left: words.subtotal, right: figure(receipt.subtotal, receipt) }, ...shown]),
    { left: words.total, right: money(receipt.total, receipt), strong: true },
    ...rounded,
  ];
}

function paymentsOf(receipt: Receipt, words: ReceiptWords): readonly SheetRow[] {
  // What was taken for a sale that is void went back with it.
  if (receipt.status === 'voided') {
    const taken = receipt.amount_paid;
    return taken === 0 ? [] : [{ left: words.givenBack, right: money(taken, receipt), strong: true }];
  }
  const rows = receipt.payments.flatMap(({ channel, amount, tendered, change, reference }) => [
    {
      left: [words.channels[channel], reference].filter((part) => part !== null).join(' '),
      right: figure(tendered ?? amount, receipt),
    },
    ...(change === 0 ? [] : [{ left: words.change, right: figure(change, receipt) }]),
  ]);
  return receipt.amount_due === 0
    ? rows
    : [...rows, { left: words.due, right: figure(receipt.amount_due, receipt), strong: true }];
}

/** What came back, and what the sale comes to after it. */
function refundsOf(receipt: Receipt, words: ReceiptWords): readonly SheetRow[] {
  const rows = receipt.refunds.map((refund) => {
    const day = tellMoment(refund.at, receipt.time_zone);
    return {
      left: refund.status === 'pending' ? words.refundUnderWay(day) : words.refund(day),
      right: figure(-refund.amount, receipt),
    };
  });
  if (receipt.amount_refunded === 0) return rows;
  const left = minus(receipt.to_pay, receipt.amount_refunded, receipt);
  return [...rows, { left: words.afterRefunds, right: left, strong: true }];
}

function minus(amount: number, less: number, receipt: Receipt): string {
  const currency = receipt.currency as Currency;
  const [from, taken] = [parseAmount(amount, currency), parseAmount(less, currency)];
  if (!from.ok || !taken.ok) throw new Error('An amount of a receipt cannot be read.');
  return printedMoney(from.minor - taken.minor, currency);
}

/** `10 %, Regular customer`; null for none. */
function discountOf(discount: Receipt['discount'], receipt: Receipt): string | null {
  if (discount === null) return null;
  const taken = discount.type === 'percent' ? percent(discount.value) : figure(discount.value, receipt);
  return discount.reason === null ? taken : `${taken}, ${discount.reason}`;
}

function percent(rate: number): string {
  return `${rate} %`;
}

/** With the currency's sign: `NLe 1,150.50`. */
function money(amount: number, { currency: code }: Receipt): string {
  const currency = code as Currency;
  const parsed = parseAmount(Math.abs(amount), currency);
  if (!parsed.ok) throw new Error(`An amount of a receipt ${parsed.message}.`);
  return printedMoney(amount < 0 ? -parsed.minor : parsed.minor, currency);
}

/** Without it: the total says in which currency all stands. */
function figure(amount: number, receipt: Receipt): string {
  return money(amount, receipt).replace(`${currencies[receipt.currency as Currency].sign} `, '');
}
