import { html, type Html } from '../../kernel/web/html.ts';

export type Bill = {
  readonly overline: string;
  readonly sum: string | null;
  readonly title: string;
  readonly what: string | null;
  readonly more?: Html | null;
};

/** Letters that fit the width of a phone of 360 px in the largest size, and in the one below it. */
const LARGE_LETTERS_MAX = 11;
const WIDE_LETTERS_MAX = 14;

function sizeOf(sum: string): string {
  if (sum.length <= LARGE_LETTERS_MAX) return 'sum';
  return sum.length <= WIDE_LETTERS_MAX ? 'sum wide' : 'sum long';
}

/** An amount with its sign small beside it, "NLe 350.00". */
export function sumMarkup(sum: string): Html {
  const [, sign, figures] = /^([^\d\s]+)\s(.+)$/.exec(sum) ?? [];
  return sign === undefined || figures === undefined ? html`${sum}` : html`<i>${sign} </i>${figures}`;
}

const MONEY = /^(\D*?)([^\d\s]{1,4}\s)(\u2212?[\d,]+(?:\.\d+)?)$/;

/** As `moneyMarkup` writes it. */
const MARKED_MONEY = /^<i>[^<]+<\/i>\u2212?[\d,.]+$/;

/** The same in a line of text: what is no amount stays as it is. */
export function moneyMarkup(text: string): Html {
  const [, before = '', sign, figures] = MONEY.exec(text) ?? [];
  return sign === undefined || figures === undefined
    ? html`${text}`
    : html`${before}<i>${sign}</i>${figures}`;
}

/** What is taken off: "NLe −350.00", the sign of money first. */
export function takenOff(amount: string): string {
  return amount.replace(/(?=\d)/, '−');
}

/** To whom how much goes, and what for. The heading's text reads as one: "School fees, NLe 350.00". */
export function bill({ overline, sum, title, what, more = null }: Bill): Html {
  return html`<section class="bill"><p class="payee">${overline}</p>
<h1>${title}${sum === null ? null : html` <span class="${sizeOf(sum)} money-sum">${sumMarkup(sum)}</span>`}</h1>
${what === null ? null : html`<p class="what prose">${what}</p>`}${more}</section>`;
}

export type BillFact = {
  readonly name: string;
  readonly value: string | Html;
  readonly mono?: boolean;
  /** So long that it has a line of its own. */
  readonly id?: boolean;
  readonly total?: boolean;
  /** Its name takes what lines it needs, and its value one. */
  readonly longName?: boolean;
  /** Its line ends are kept. */ readonly prose?: boolean;
};

function isSum(value: BillFact['value']): boolean {
  return typeof value === 'string' ? MONEY.test(value) : MARKED_MONEY.test(value.text);
}

/** Names with their values. */
export function facts(all: readonly (BillFact | null)[]): Html {
  return html`<dl class="facts">${all.filter((one) => one !== null).map(({ name, value, mono, id, total, longName, prose }) => html`<div${total ? html` class="total"` : id ? html` class="id"` : longName ? html` class="long-name"` : null}><dt>${name}</dt><dd${mono || id ? html` class="mono"` : isSum(value) ? html` class="figure"` : prose ? html` class="prose"` : null}>${value}</dd></div>`)}</dl>`;
}

const MARKS = { good: 'M7 17l7 7L27 10', bad: 'M10 10l14 14M24 10L10 24', calm: 'M17 9v9M17 24v.1' } as const;

/** How something ended, as a picture beside the words. */
export function mark(kind: keyof typeof MARKS): Html {
  return html`<span class="mark ${kind}"><svg viewBox="0 0 34 34" aria-hidden="true"><path d="${MARKS[kind]}"/></svg></span>`;
}
