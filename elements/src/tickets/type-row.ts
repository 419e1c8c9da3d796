import { h } from '../core/dom.ts';
import { formatAmount, partsOf, signOf } from '../core/money.ts';
import type { TicketTexts } from './texts.ts';
import type { SoldEvent, SoldType } from './api.ts';
import { dayAndTime } from './event-header.ts';

/** One kind of ticket: how many are taken, and for how much each. */
export type TypeRow = {
  readonly element: HTMLElement;
  readonly type: SoldType;
  readonly count: () => number;
  /** Of one, in major units; null: what was written is no amount, or less than the least. */
  readonly price: () => number | null;
  /** Takes no more than so many in all. */
  readonly limit: (countMax: number) => void;
};

type RowOptions = { readonly event: SoldEvent; readonly texts: TicketTexts; readonly onChange: () => void };

export function typeRow(type: SoldType, { event, texts, onChange }: RowOptions): TypeRow {
  const closed = whyNot(type, event, texts);
  const stepper = closed === null ? makeStepper(type, texts, onChange) : null;
  const given =
    type.kind === 'donation' && closed === null
      ? h('input', {
          inputmode: 'decimal',
          value: `${type.price}`,
          'aria-label': texts.yourPrice(type.name),
          class: 'given',
          oninput: onChange,
        })
      : null;
  const price =
    type.price === 0 && type.kind !== 'donation' ? texts.free : formatAmount(type.price, event.currency);
  const element = h(
    'li',
    { class: 'type', part: 'ticket-type' },
    h(
      'div',
      { class: 'what' },
      h('h3', {}, type.name),
      h('p', { class: 'price' }, given ? `${signOf(event.currency)} ` : null, given ?? price),
      ...notes(type, texts).map((note) => h('p', { class: 'quiet' }, note)),
      closed === null ? null : h('p', { class: 'quiet' }, closed),
      closed === texts.soldOut
        ? h('a', { href: event.public_url, target: '_blank', rel: 'noopener' }, texts.waitlist)
        : null,
    ),
    stepper?.element ?? null,
  );
  return {
    element,
    type,
    count: () => stepper?.count() ?? 0,
    price: () => (given ? givenPrice(given.value, type, event.currency) : type.price),
    limit: (countMax) => stepper?.limit(countMax),
  };
}

function notes(type: SoldType, texts: TicketTexts): readonly string[] {
  return [
    ...(type.description === null ? [] : [type.description]),
    ...(type.admits > 1 ? [texts.admits(type.admits)] : []),
    ...(type.min_per_order > 1 ? [texts.least(type.min_per_order)] : []),
    ...(typeof type.remaining === 'number' && type.remaining > 0 ? [texts.left(type.remaining)] : []),
  ];
}

/** Why none of it can be bought now; null: it can. */
function whyNot(type: SoldType, event: SoldEvent, texts: TicketTexts): string | null {
  if (type.remaining === 0) return texts.soldOut;
  if (type.on_sale) return event.obtainable === 'free' && !isFree(type) ? texts.notHere : null;
  const now = Date.now();
  if (type.sales_start !== null && Date.parse(type.sales_start) > now)
    return texts.fromDate(dayAndTime(type.sales_start, event.timezone));
  return type.sales_end !== null && Date.parse(type.sales_end) <= now ? texts.saleOver : texts.notOnSale;
}

/** A donation may be nothing where no least one was set. */
function isFree({ kind, price, min_price: least }: SoldType): boolean {
  return kind === 'donation' ? (least ?? 0) === 0 : price === 0;
}

/** A comma or a point before the decimals, commas between thousands, and the currency beside it. Where three digits may be either, nobody guesses. */
function givenPrice(text: string, { min_price: least }: SoldType, currency: string): number | null {
  const plain = text
    .replace(/^\s*[a-z]+\.|^[^\d.,-]+/i, '')
    .replace(/\s+[^\d.,]+$/, '')
    .replace(/\s/g, '');
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain);
  const isUnclear =
    partsOf(currency) === 1_000
      ? /^[1-9]\d{0,2},\d{3}$/.test(plain)
      : !isGrouped && /^[1-9]\d*[.,]\d{3}$/.test(plain);
  const amount = Number(isGrouped ? plain.replace(/,/g, '') : plain.replace(',', '.'));
  const isNumber = isGrouped || (/\d/.test(plain) && /^\d*[.,]?\d*$/.test(plain));
  return !isNumber || isUnclear || amount < (least ?? 0) ? null : amount;
}

/** Two buttons and a number between: the least an order takes is one step. */
function makeStepper(
  type: SoldType,
  texts: TicketTexts,
  onChange: () => void,
): {
  readonly element: HTMLElement;
  readonly count: () => number;
  readonly limit: (countMax: number) => void;
} {
  let count = 0;
  const own = Math.min(
    type.max_per_order,
    typeof type.remaining === 'number' ? type.remaining : type.max_per_order,
  );
  let most = own;
  const shown = h('output', { 'aria-label': texts.countOf(type.name) }, '0');
  const less = h(
    'button',
    { type: 'button', class: 'step', 'aria-label': texts.fewer(type.name), onclick: () => step(-1) },
    '−',
  );
  const more = h(
    'button',
    { type: 'button', class: 'step', 'aria-label': texts.more(type.name), onclick: () => step(1) },
    '+',
  );
  function step(by: 1 | -1): void {
    const next = count + by;
    if (next > most || next < 0) return;
    // Fewer than the least is none.
    count = next < type.min_per_order ? (by > 0 ? type.min_per_order : 0) : next;
    show();
    onChange();
  }
  function show(): void {
    shown.textContent = `${count}`;
    less.setAttribute('aria-disabled', `${count === 0}`);
    more.setAttribute('aria-disabled', `${Math.max(count + 1, type.min_per_order) > most}`);
  }
  show();
  return {
    element: h('div', { class: 'stepper', role: 'group', 'aria-label': type.name }, less, shown, more),
    count: () => count,
    limit(countMax) {
      most = Math.min(own, count + countMax);
      show();
    },
  };
}
