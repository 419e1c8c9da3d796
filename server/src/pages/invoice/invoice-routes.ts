import { formatMoney, parseAmount, type Currency } from '@cottontree/contract';
import type { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import {
  noteView,
  openInvoicePage,
  payOnInvoicePage,
  printInvoice,
  printInvoiceReceipt,
  type InvoicePage,
  type Invoices,
} from '../../modules/invoices/index.ts';
import { pageChannels, type Payments } from '../../modules/payments/index.ts';
import { answerForm, formKey, Misread, wayRefused } from '../checkout/answer-form.ts';
import type { FilledField } from '../checkout/field.ts';
import { readTypedAmount } from '../checkout/read-typed-amount.ts';
import { readWay } from '../checkout/read-way.ts';
import { goTo, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { hasReceipt, showInvoice, type InvoicePageCall } from './show-invoice.ts';

type InvoicePages = {
  readonly invoices: Invoices;
  readonly payments: Payments;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};
type PageCall = { readonly page: InvoicePage; readonly request: PageRequest; readonly view: View };

const LOOK_UPS_PER_MINUTE_MAX = 120;

/** `/i/<token>`: an invoice for whoever is to pay it. Whoever has the link may read and pay it. */
export function invoiceRoutes({ invoices, payments, view, dressed }: InvoicePages): readonly PageRoute[] {
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/i/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: async (request) => {
      const page = await openInvoicePage(invoices, request.params['token'] ?? '');
      return page === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show({ page, request, view: await dressed(request, page.tenant) });
    },
  });
  return [
    route('GET', '', async ({ page, request, view: seen }) => {
      await noteView(invoices, page, request);
      return showInvoice(page, { channels: await channelsOf(payments, page), attempt: null }, seen);
    }),
    route('POST', '', (pageCall) => pay({ invoices, payments }, pageCall)),
    route('GET', '/invoice.pdf', async ({ page, view: { language } }) =>
      paper(await printInvoice(invoices, page.row, language)),
    ),
    route('GET', '/receipt.pdf', async ({ page, request, view: seen }) =>
      hasReceipt(page.invoice)
        ? paper(await printInvoiceReceipt(invoices, page.row, seen.language))
        : showProblem({ status: 404, requestId: request.requestId }, seen),
    ),
  ];
}

function paper({ bytes, fileName }: Awaited<ReturnType<typeof printInvoice>>): PageAnswer {
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
}

function channelsOf(
  payments: Payments,
  { tenant, invoice, choices }: InvoicePage,
): Promise<InvoicePageCall['channels']> {
  return choices === null
    ? Promise.resolve([])
    : pageChannels(payments, tenant, { currency: invoice.currency, allowed: invoice.accepted_channels });
}

async function pay(
  { invoices, payments }: Pick<InvoicePages, 'invoices' | 'payments'>,
  { page, request, view }: PageCall,
): Promise<PageAnswer> {
  const { form } = request;
  const channels = await channelsOf(payments, page);
  const showAgain = async (attempt: FilledField): Promise<PageAnswer> =>
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

/** How much a customer wants to pay, minor units; refuses in words for people what cannot be paid. */
function readInvoiceAmount(
  { invoice, choices }: InvoicePage,
  form: Readonly<Record<string, string>>,
  { texts: { invoices: texts, pay } }: View,
): bigint {
  const currency = invoice.currency;
  if (choices === null) throw new Misread(texts.nothingDue, null);
  const wanted = form['amount'] ?? 'full';
  if (wanted === 'full') return shownIn(form, 'full') ?? choices.full;
  if (wanted === 'deposit' && choices.deposit !== null) return shownIn(form, 'deposit') ?? choices.deposit;
  if (wanted !== 'other' || choices.part === null) throw new Misread(texts.nothingDue, 'amount');
  const minor = readOwn(form['own_amount'] ?? '', currency, pay.link);
  const least = choices.part.least;
  if (minor < least) throw new Misread(texts.tooSmall(formatMoney(least, currency)), 'own_amount');
  if (minor > choices.full)
    throw new Misread(texts.tooLarge(formatMoney(choices.full, currency)), 'own_amount');
  return minor;
}

/** What the button or the choice said when the customer read it, minor units: another by now is refused, and not taken instead. */
function shownIn(form: Readonly<Record<string, string>>, name: 'full' | 'deposit'): bigint | null {
  const text = form[name] ?? '';
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
}

function readOwn(text: string, currency: Currency, texts: View['texts']['pay']['link']): bigint {
  if (!/\d/.test(text)) throw new Misread(texts.amountMissing, 'own_amount');
  const written = readTypedAmount(text, currency);
  const parsed = written === null ? null : parseAmount(written, currency);
  if (!parsed?.ok || parsed.minor <= 0n) throw new Misread(texts.amountWrong, 'own_amount');
  return parsed.minor;
}
