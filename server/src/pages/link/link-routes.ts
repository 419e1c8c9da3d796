import type { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import {
  drawQrPng,
  drawQrSvg,
  openLinkPage,
  payOnLinkPage,
  type LinkPage,
  type Payments,
} from '../../modules/payments/index.ts';
import { answerForm, formKey, wayRefused } from '../checkout/answer-form.ts';
import type { FilledField } from '../checkout/field.ts';
import { formatMajor } from '../format.ts';
import { goTo, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { readLinkForm } from './read-link-form.ts';
import { showLink } from './show-link.ts';

export type LinkPages = {
  readonly payments: Payments;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};
type PageCall = { readonly page: LinkPage; readonly request: PageRequest; readonly view: View };

/** `/l/<slug>`: a page at which people pay. */
export function linkRoutes({ payments, view, dressed }: LinkPages): readonly PageRoute[] {
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/l/:slug${path}`,
    handle: async (request) => {
      const page = await openLinkPage(payments, request.params['slug'] ?? '');
      return page === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show({ page, request, view: await dressed(request, page.tenant) });
    },
  });
  return [
    route('GET', '', async ({ page, view: seen }) => showLink(page, null, seen)),
    route('POST', '', (pageCall) => pay(payments, pageCall)),
    route('GET', '/qr.svg', async ({ page }) => picture('image/svg+xml', drawQrSvg(page.link.url))),
    route('GET', '/qr.png', async ({ page }) => picture('image/png', await drawQrPng(page.link.url))),
  ];
}

function pay(payments: Payments, { page, request, view }: PageCall): Promise<PageAnswer> {
  const { form } = request;
  const showAgain = async (attempt: FilledField): Promise<PageAnswer> =>
    showLink((await openLinkPage(payments, page.link.slug)) ?? page, attempt, view);
  return answerForm({
    form,
    act: async () => {
      const given = readLinkForm(page, form, view);
      const { pay_url: url } = await payOnLinkPage(payments, {
        slug: page.link.slug,
        given,
        now: page.now,
        idempotency: formKey(form, page.link.slug),
        tenant: page.tenant,
      });
      return goTo(view.link(new URL(url).pathname));
    },
    again: showAgain,
    wording: (refusal) => wordingOf(refusal, page, view),
  });
}

/** Where the link itself is over, the page that says so is shown. */
function wordingOf(
  refusal: Failure,
  { link }: LinkPage,
  { texts: { pay: texts } }: View,
): ReturnType<typeof wayRefused> {
  const { code } = refusal;
  // What a link with an amount asks for was another when its form was shown.
  if (link.amount !== null && code.startsWith('AMOUNT_TOO_'))
    return { sentence: texts.link.changed, field: null };
  const sentences: Readonly<Partial<Record<Failure['code'], string>>> = {
    AMOUNT_TOO_SMALL: texts.link.tooSmall(formatMajor(link.min_amount ?? 0, link.currency)),
    AMOUNT_TOO_LARGE: texts.link.tooLarge(formatMajor(link.max_amount ?? 0, link.currency)),
    AMOUNT_PRECISION: texts.link.amountWrong,
    LINK_USED_UP: texts.link.busyHelp,
    LINK_EXPIRED: texts.link.expired,
    LINK_INACTIVE: texts.link.inactive,
  };
  const sentence = sentences[code];
  if (sentence !== undefined) return { sentence, field: code.startsWith('AMOUNT_') ? 'own_amount' : null };
  return wayRefused(refusal, texts);
}

function picture(type: string, body: Buffer): PageAnswer {
  return {
    status: 200,
    type,
    body,
    headers: {
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}
