import type { PageAnswer, PageRequest, PageRoute } from '../../core/page-route.ts';
import { openReceiptPage, type Pos, type ReceiptPage } from '../../pos/index.ts';
import type { View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { showReceipt } from './show-receipt.ts';

export type ReceiptPages = { readonly pos: Pos; readonly view: (request: PageRequest) => View };

const LOOK_UPS_PER_MINUTE_MAX = 60;

/** `/r/<token>`: the receipt of a sale for whoever bought, as it stands. */
export function receiptRoutes({ pos, view }: ReceiptPages): readonly PageRoute[] {
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
    route('', async (page, request) => showReceipt(page, view(request))),
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
