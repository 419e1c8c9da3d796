import { h } from '../core/dom.ts';
import { formatAmount, partsOf } from '../core/money.ts';
import type { TicketTexts } from './texts.ts';
import type { SoldEvent } from './api.ts';
import { typeRow, type TypeRow } from './type-row.ts';

export type OrderForm = {
  readonly element: HTMLElement;
  readonly fail: (sentence: string) => void;
  readonly busy: (isBusy: boolean) => void;
  /** What the buyer has written by now. */
  readonly written: () => WrittenBuyer;
};

/** Who buys, as it was written, and a code that makes it cheaper. */
export type WrittenBuyer = Readonly<Record<'name' | 'phone' | 'email' | 'promo', string>>;

type FormOptions = {
  readonly event: SoldEvent;
  readonly texts: TicketTexts;
  readonly ticketsMax: number;
  /** In a form that was here before; null: there was none. */
  readonly written: WrittenBuyer | null;
  /** The body of an order as the API takes it. */
  readonly onOrder: (body: Readonly<Record<string, unknown>>) => void;
};

/** Chooses tickets, says who buys, and orders them. */
export function orderForm({ event, texts, ticketsMax, written, onOrder }: FormOptions): OrderForm {
  const fault = h('p', { class: 'fault', role: 'alert', part: 'error' });
  const sum = h('output', { class: 'sum', part: 'total' });
  const send = h('button', { class: 'button', type: 'submit', part: 'button' });
  const fields = buyerFields(texts, written);
  const rows = event.ticket_types.map((type) => typeRow(type, { event, texts, onChange: show }));
  let isOrdering = false;
  const noWay = noWayOf(event, texts);
  function show(): void {
    const taken = countOf(rows);
    for (const row of rows) row.limit(Math.max(0, ticketsMax - taken));
    const total = sumOf(rows, event.currency);
    const said = total === 0 ? texts.free : formatAmount(total ?? 0, event.currency);
    sum.textContent = taken === 0 || total === null ? '' : `${texts.total} ${said}`;
    send.textContent = taken === 0 ? texts.choose : total === 0 ? texts.getFree : texts.buy(said);
    send.setAttribute('aria-disabled', `${taken === 0 || isOrdering}`);
    buyer.hidden = taken === 0;
  }
  const buyer = h(
    'fieldset',
    { class: 'buyer' },
    fields.name.element,
    fields.phone.element,
    fields.email.element,
    fields.promo.element,
  );
  const element = h(
    'form',
    { novalidate: true, part: 'form', onsubmit: order },
    h('ul', { class: 'types' }, ...rows.map((row) => row.element)),
    h('p', { class: 'quiet' }, texts.atMost(ticketsMax)),
    noWay === null ? null : h('p', { class: 'quiet', part: 'no-payments' }, noWay),
    buyer,
    fault,
    h('div', { class: 'end' }, sum, send),
  );
  function order(submitted: Event): void {
    submitted.preventDefault();
    if (send.getAttribute('aria-disabled') === 'true') return;
    fault.textContent = '';
    const [phone, email] = [fields.phone.value(), fields.email.value()];
    const unpriced = rows.find((row) => row.count() > 0 && row.price() === null);
    if (unpriced)
      return fail(`${texts.yourPrice(unpriced.type.name)}: ${texts.least(unpriced.type.min_price ?? 0)}`);
    if (phone === '' && email === '') {
      fields.phone.focus();
      return fail(texts.phoneOrEmail);
    }
    const total = sumOf(rows, event.currency) ?? 0;
    if (total > 0 && noWay !== null && (event.obtainable === 'free' || fields.promo.value() === ''))
      return fail(noWay);
    onOrder(bodyOf(rows, { ...fields, total }));
  }
  function fail(sentence: string): void {
    fault.textContent = sentence;
  }
  function busy(isBusy: boolean): void {
    isOrdering = isBusy;
    show();
  }
  show();
  return { element, fail, busy, written: () => writtenIn(fields) };
}

/** Where nobody takes payments: what can be had nevertheless. Nothing that would have to be paid for is held then. */
function noWayOf({ obtainable }: SoldEvent, texts: TicketTexts): string | null {
  return obtainable === 'free' ? texts.onlyFree : obtainable === 'by_code' ? texts.onlyByCode : null;
}

function writtenIn({ name, phone, email, promo }: Readonly<Record<keyof WrittenBuyer, Field>>): WrittenBuyer {
  return { name: name.value(), phone: phone.value(), email: email.value(), promo: promo.value() };
}

/** Who buys, and a code that makes it cheaper. */
function buyerFields(texts: TicketTexts, written: WrittenBuyer | null) {
  return {
    name: field({ value: written?.name, label: texts.name, autocomplete: 'name', max: 120 }),
    phone: field({
      value: written?.phone,
      label: texts.phone,
      hint: texts.phoneHint,
      type: 'tel',
      autocomplete: 'tel',
      max: 32,
    }),
    email: field({
      value: written?.email,
      label: texts.email,
      hint: texts.emailHint,
      type: 'email',
      autocomplete: 'email',
      max: 254,
      optional: texts.optional,
    }),
    promo: field({
      value: written?.promo,
      label: texts.promo,
      autocomplete: 'off',
      max: 40,
      optional: texts.optional,
    }),
  };
}

type Filled = Readonly<Record<keyof WrittenBuyer, Field>> & { readonly total: number };

/** An order as the API takes it. */
function bodyOf(
  rows: readonly TypeRow[],
  { name, phone, email, promo, total }: Filled,
): Readonly<Record<string, unknown>> {
  const code = promo.value();
  return {
    items: rows
      .filter((row) => row.count() > 0)
      .map((row) => ({ ticket_type_id: row.type.id, quantity: row.count(), unit_price: row.price() })),
    buyer: {
      name: name.value() || undefined,
      phone: phone.value() || undefined,
      email: email.value() || undefined,
    },
    // A code makes it cheaper, so what was shown is not what it costs.
    ...(code === '' ? { expected_total: total } : { promo_code: code }),
  };
}

function countOf(rows: readonly TypeRow[]): number {
  let count = 0;
  for (const row of rows) count += row.count();
  return count;
}

/** In major units, without a discount; null while a price is missing. */
function sumOf(rows: readonly TypeRow[], currency: string): number | null {
  const parts = partsOf(currency);
  let sum = 0;
  for (const row of rows) {
    const price = row.price();
    if (row.count() > 0 && price === null) return null;
    sum += row.count() * Math.round((price ?? 0) * parts);
  }
  return sum / parts;
}

type FieldOptions = {
  readonly value: string | undefined;
  readonly label: string;
  readonly max: number;
  readonly autocomplete: string;
  readonly hint?: string;
  readonly type?: string;
  readonly optional?: string;
};
type Field = { readonly element: HTMLElement; readonly value: () => string; readonly focus: () => void };

let ids = 0;

function field({ value = '', label, max, autocomplete, hint, type = 'text', optional }: FieldOptions): Field {
  ids += 1;
  const id = `field-${ids}`;
  const input = h('input', {
    id,
    type,
    value,
    autocomplete: autocomplete as string,
    maxlength: max,
    part: 'input',
    'aria-describedby': hint === undefined ? null : `${id}-hint`,
  });
  return {
    element: h(
      'div',
      { class: 'field' },
      h(
        'label',
        { for: id },
        label,
        optional === undefined ? null : h('span', { class: 'quiet' }, ` (${optional})`),
      ),
      input,
      hint === undefined ? null : h('p', { class: 'quiet', id: `${id}-hint` }, hint),
    ),
    value: () => input.value.trim(),
    focus: () => input.focus(),
  };
}
