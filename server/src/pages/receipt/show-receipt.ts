import type { PageAnswer } from '../../core/page-route.ts';
import { receiptMarkup, type ReceiptPage } from '../../pos/index.ts';
import { html } from '../html.ts';
import { showPage, type View } from '../layout.ts';

/** A receipt on a screen, or on paper where it is printed from there. */
export function showReceipt({ receipt, sheetIn }: ReceiptPage, view: View): PageAnswer {
  const { receipts: texts } = view.texts;
  const path = receipt.url === null ? view.path : new URL(receipt.url).pathname;
  const main = html`<div class="card paper">${receiptMarkup(sheetIn(view.language))}</div>
<p class="actions"><a class="button" href="${view.link(`${path}/receipt.pdf`)}">${texts.pdf}</a></p>
<p class="quiet centre actions">${texts.keep}</p>`;
  const title = texts.titleOf(receipt.number ?? '', receipt.store.name);
  return showPage(
    {
      title,
      main,
      hidden: true,
      styles: 'receipt.css',
      footer: texts.footer,
      ...(receipt.livemode ? {} : { testMode: texts.testMode }),
    },
    { ...view, path },
  );
}
