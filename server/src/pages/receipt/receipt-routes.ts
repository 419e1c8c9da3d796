import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import { openReceiptPage, receiptMarkup, type Pos, type ReceiptPage } from '../../modules/pos/index.ts';
import { html } from '../../kernel/web/html.ts';
import { showPage, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';

type ReceiptPages = {
  readonly pos: Pos;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};

const LOOK_UPS_PER_MINUTE_MAX = 60;

/** `/r/<token>`: the receipt of a sale for whoever bought, as it stands. */
export function receiptRoutes({ pos, view, dressed }: ReceiptPages): readonly PageRoute[] {
  const route = (
    path: string,
    show: (page: ReceiptPage, request: PageRequest) => Promise<PageAnswer>,
  ): PageRoute => ({
    method: 'GET',
    path: `/r/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: async (request) => {
      const page = await openReceiptPage(pos, request.params['token'] ?? '');
      return page === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show(page, request);
    },
  });
  return [
    route('', async (page, request) => showReceipt(page, await dressed(request, page.tenant))),
    route('/receipt.pdf', async (page, request) => pdfOf(await page.print(view(request).language), page)),
  ];
}

function pdfOf(body: Buffer, { receipt }: ReceiptPage): PageAnswer {
  const name = `${receipt.number ?? receipt.sale_id}.pdf`.replaceAll(/[^\w.-]/g, '_');
  return {
    status: 200,
    type: 'application/pdf',
    body,
    headers: {
      'content-disposition': `inline; filename="${name}"`,
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/** A receipt on a screen, or on paper where it is printed from there. */
function showReceipt({ receipt, sheetIn }: ReceiptPage, view: View): PageAnswer {
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
