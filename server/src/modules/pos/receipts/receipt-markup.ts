import { html, type Html } from '../../../kernel/web/html.ts';
import { drawQr } from '../../../print/index.ts';
import type { ReceiptSheet, SheetItem, SheetRow } from './receipt-sheet.ts';

/** A receipt as markup without looks, the one main part of its page. */
export function receiptMarkup(sheet: ReceiptSheet): Html {
  const { store, head, banners, facts, items, sums, within, payments, refunds, fiscal, foot, title } = sheet;
  return html`<article class="receipt" aria-labelledby="receipt-store">
<header><h1 id="receipt-store"><span class="kind">${title}</span> ${store}</h1>${head.map((line) => html`<p>${line}</p>`)}</header>
${banners.map((line) => html`<p class="banner" role="status">${line}</p>`)}
${rowList(facts, 'facts')}
<ul class="items">${items.map(itemMarkup)}</ul>
${rowList(sums, 'sums')}
${rowList([...payments, ...refunds], 'paid')}
${rowList(within, 'within')}
${fiscal === null ? null : html`<section class="fiscal">${rowList(fiscal.rows, 'facts')}${fiscal.qr === null ? null : codeMarkup(fiscal.qr, fiscal.rows.map(({ left, right }) => `${left} ${right}`).join(', '))}</section>`}
${foot.length === 0 ? null : html`<footer>${foot.map((line) => html`<p>${line}</p>`)}</footer>`}
</article>`;
}

/** A code as a picture that is sharp at every size. */
export function codeMarkup(content: string, name: string): Html {
  const { side, runs } = drawQr(content);
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return html`<svg class="code" viewBox="0 0 ${side} ${side}" role="img" aria-label="${name}" shape-rendering="crispEdges"><path class="code-paper" fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

function itemMarkup({ left, right, details }: SheetItem): Html {
  return html`<li><div class="row"><span>${left}</span><span class="figure">${right}</span></div>${details.map((detail) => html`<p class="detail">${detail}</p>`)}</li>`;
}

function rowList(rows: readonly SheetRow[], name: string): Html | null {
  if (rows.length === 0) return null;
  return html`<dl class="${name}">${rows.map(({ left, right, strong }) => html`<div class="row${strong ? ' strong' : ''}"><dt>${left}</dt><dd class="figure">${right}</dd></div>`)}</dl>`;
}
