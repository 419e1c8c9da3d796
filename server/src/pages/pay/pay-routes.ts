import { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import { findOrderLink, type Events } from '../../modules/events/index.ts';
import type { Merchants } from '../../modules/merchants/index.ts';
import {
  cancelPaymentPage,
  choosePaymentWay,
  decideTestPayment,
  drawQrSvg,
  openPaymentPage,
  watchPaymentPage,
  type PaymentPage,
  type Payments,
  type TestDecision,
} from '../../modules/payments/index.ts';
import { html } from '../../kernel/web/html.ts';
import { answerForm, wayRefused } from '../checkout/answer-form.ts';
import type { FilledField } from '../checkout/field.ts';
import { readWay } from '../checkout/read-way.ts';
import { embedOf } from '../embed.ts';
import { embedded, goTo, showPage, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { showPayment } from './show-payment.ts';
import type { Onward } from './show-outcome.ts';

type PayPages = {
  readonly payments: Payments;
  readonly events: Events;
  readonly merchants: Merchants;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};
type PageCall = { readonly page: PaymentPage; readonly request: PageRequest; readonly view: View };

/** A page without script asks twelve times a minute. */
const LOOK_UPS_PER_MINUTE_MAX = 120;
const DECISIONS: readonly TestDecision[] = ['approve', 'decline', 'expire'];

/** `/pay/<token>`: everything that whoever pays can see and do. Whoever has the link may pay. */
export function payRoutes({ payments, events, merchants, view, dressed }: PayPages): readonly PageRoute[] {
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/pay/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: async (request) => {
      const page = await openPaymentPage(payments, request.params['token'] ?? '', {
        returned: request.query['returned'] === '1',
      });
      return page === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show({
            page,
            request,
            view: embedded(
              await dressed(request, page.tenant),
              await embedOf(merchants, request, page.tenant),
            ),
          });
    },
  });
  const show = async ({ page, view: seen }: PageCall, attempt: FilledField): Promise<PageAnswer> =>
    showPayment(page, { attempt, onward: await onwardOf(events, page) }, seen);
  const back = ({ page, view: seen }: PageCall): PageAnswer => goTo(seen.link(`/pay/${page.token}`));

  return [
    route('GET', '', (pageCall) => show(pageCall, null)),
    route('GET', '/events', async ({ page }) => ({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      body: watchPaymentPage(payments, page.row),
    })),
    route(
      'GET',
      '/qr.svg',
      async ({ page, request, view: seen }) =>
        pictureOf(page) ?? showProblem({ status: 404, requestId: request.requestId }, seen),
    ),
    route('POST', '', (pageCall) => choose(payments, pageCall, { show, back })),
    route('POST', '/cancel', async (pageCall) => {
      await cancelPaymentPage(payments, pageCall.page);
      return back(pageCall);
    }),
    route('POST', '/test', async (pageCall) => {
      const decision = DECISIONS.find((one) => one === pageCall.request.form['decision']);
      if (decision === undefined)
        throw new Failure('VALIDATION_ERROR', 'decision must be approve, decline or expire.');
      await decideTestPayment(payments, pageCall.page.token, decision);
      return back(pageCall);
    }),
  ];
}

type Ways = {
  readonly show: (pageCall: PageCall, attempt: FilledField) => Promise<PageAnswer>;
  readonly back: (pageCall: PageCall) => PageAnswer;
};

function choose(payments: Payments, pageCall: PageCall, { show, back }: Ways): Promise<PageAnswer> {
  const { page, request, view } = pageCall;
  const { pay: texts } = view.texts;
  return answerForm({
    form: request.form,
    act: async () => {
      if (page.choices.length > 0)
        await choosePaymentWay(
          payments,
          page.token,
          readWay(request.form, {
            channels: page.choices,
            livemode: page.tenant.livemode,
            country: page.payee.country,
            texts,
          }),
        );
      return back(pageCall);
    },
    again: (attempt) => show(pageCall, attempt),
    wording: (refusal) => wayRefused(refusal, texts),
  });
}

/** After a moment the tickets of a paid order are there. */
async function onwardOf(events: Events, { payment, payee, tenant }: PaymentPage): Promise<Onward> {
  const { timeZone } = payee;
  if (payment.ticket_order_id === null)
    return { tickets: null, areAwaited: false, heldUntil: null, timeZone };
  const order = await findOrderLink(events, tenant, payment.ticket_order_id);
  const isPaid = payment.status === 'succeeded';
  return {
    tickets: isPaid ? (order?.token ?? null) : null,
    areAwaited: isPaid && order !== null && order.token === null && order.isOpen,
    heldUntil: order?.heldUntil ?? null,
    timeZone: order?.timeZone ?? timeZone,
  };
}

function pictureOf({ payment }: PaymentPage): PageAnswer | null {
  const { qr_payload: payload } = payment.next_action;
  return payload === null
    ? null
    : {
        status: 200,
        type: 'image/svg+xml',
        body: drawQrSvg(payload),
        headers: { 'content-security-policy': "default-src 'none'; sandbox" },
      };
}

type EmbedPages = { readonly merchants: Merchants; readonly view: (request: PageRequest) => View };

/** `/embed/pay/<id>#<client_secret>`: the pay step in a shop's page. What stands behind the # is read by a script and sent to the API alone. */
export function embedPayRoute({ merchants, view }: EmbedPages): PageRoute {
  return {
    method: 'GET',
    path: '/embed/pay/:id',
    handle: async (request) => {
      const embed = await embedOf(merchants, request, null);
      if (embed === null)
        throw new Failure('NOT_FOUND', 'This page opens in a widget alone, with its public key.');
      const seen = embedded(view(request), embed);
      const { pay: texts } = seen.texts;
      return showPage(
        {
          title: texts.working,
          hidden: true,
          waits: true,
          script: 'embed-pay.js',
          footer: texts.footer,
          main: html`<h1 class="hidden">${texts.working}</h1><p class="opening quiet" role="status">${texts.workingHelp}</p><p class="problem error" role="alert" hidden>${texts.embedProblem}</p>`,
        },
        seen,
      );
    },
  };
}
