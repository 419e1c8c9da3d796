import type { Failure } from '../../core/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../core/page-route.ts';
import {
  noteView,
  openInvoicePage,
  payOnInvoicePage,
  printInvoice,
  type InvoicePage,
  type Invoices,
} from '../../invoices/index.ts';
import { pageChannels, type Payments } from '../../payments/index.ts';
import { answerForm } from '../checkout/answer-form.ts';
import type { Attempt } from '../checkout/field.ts';
import { formKey } from '../checkout/form-key.ts';
import { readWay } from '../checkout/read-way.ts';
import { wayRefused } from '../checkout/way-refused.ts';
import { goTo, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { readInvoiceAmount } from './read-invoice-form.ts';
import { showInvoice, type InvoiceVisit } from './show-invoice.ts';

export type InvoicePages = {
  readonly invoices: Invoices;
  readonly payments: Payments;
  readonly view: (request: PageRequest) => View;
};
type Visit = { readonly page: InvoicePage; readonly request: PageRequest; readonly view: View };

const LOOK_UPS_PER_MINUTE_MAX = 120;

/** `/i/<token>`: an invoice for whoever is to pay it. Whoever has the link may read and pay it. */
export function invoiceRoutes({ invoices, payments, view }: InvoicePages): readonly PageRoute[] {
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (visit: Visit) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/i/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: async (request) => {
      const page = await openInvoicePage(invoices, request.params['token'] ?? '');
      return page === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show({ page, request, view: view(request) });
    },
  });
  return [
    route('GET', '', async ({ page, request, view: seen }) => {
      await noteView(invoices, page, request);
      return showInvoice(page, { channels: await channelsOf(payments, page), attempt: null }, seen);
    }),
    route('POST', '', (visit) => pay({ invoices, payments }, visit)),
    route('GET', '/invoice.pdf', async ({ page, view: { language } }) => {
      const { bytes, fileName } = await printInvoice(invoices, page.row, language);
      return {
        status: 200,
        type: 'application/pdf',
        body: bytes,
        headers: {
          'content-disposition': `inline; filename="${fileName}"`,
          'x-robots-tag': 'noindex',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      };
    }),
  ];
}

function channelsOf(
  payments: Payments,
  { tenant, invoice, choices }: InvoicePage,
): Promise<InvoiceVisit['channels']> {
  return choices === null
    ? Promise.resolve([])
    : pageChannels(payments, tenant, { currency: invoice.currency, allowed: invoice.accepted_channels });
}

async function pay(
  { invoices, payments }: Pick<InvoicePages, 'invoices' | 'payments'>,
  { page, request, view }: Visit,
): Promise<PageAnswer> {
  const { form } = request;
  const channels = await channelsOf(payments, page);
  const showAgain = async (attempt: Attempt): Promise<PageAnswer> =>
    showInvoice((await openInvoicePage(invoices, page.token)) ?? page, { channels, attempt }, view);
  return answerForm({
    form,
    act: async () => {
      const amountMinor = readInvoiceAmount(page, form, view);
      const way = readWay(form, {
        channels,
        livemode: page.tenant.livemode,
        country: page.country,
        texts: view.texts.pay,
      });
      const { pay_url: url } = await payOnInvoicePage(invoices, page, {
        amountMinor,
        ...way,
        idempotency: formKey(form, page.token),
      });
      return goTo(view.link(new URL(url).pathname));
    },
    again: showAgain,
    wording: (refusal) => wordingOf(refusal, view),
  });
}

/** Where somebody else paid, or the invoice changed, between the page and its form. */
const OVERTAKEN: ReadonlySet<string> = new Set([
  'NOTHING_DUE',
  'STATE_CONFLICT',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_TOO_SMALL',
]);

function wordingOf(refusal: Failure, { texts }: View): ReturnType<typeof wayRefused> {
  return OVERTAKEN.has(refusal.code)
    ? { sentence: texts.invoices.nothingDue, field: null }
    : wayRefused(refusal, texts.pay);
}
