import { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import {
  changeParcel,
  findParcel,
  NOTE_CHARACTERS_MAX,
  revealCode,
  watchParcel,
  type Parcel,
  type ParcelInput,
  type Shipping,
} from '../../modules/shipping/index.ts';
import type { Payments } from '../../modules/payments/index.ts';
import { mayPayCod, payCod, showPayCod } from './pay-cod.ts';
import { goneBackTo, goTo, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import {
  offerTimes,
  readSlot,
  showCode,
  showPlace,
  showReceive,
  showTime,
  type FormAttempt,
} from './show-forms.ts';
import { showParcel, type ActOutcome } from './show-parcel.ts';

export type ParcelPages = {
  readonly shipping: Shipping;
  readonly payments: Payments;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};
type PageCall = { readonly parcel: Parcel; readonly request: PageRequest; readonly view: View };

const LOOK_UPS_PER_MINUTE_MAX = 60;
const COMMENT_CHARACTERS_MAX = 500;
const DONE = ['receive', 'place', 'time'] as const;

/** `/t/<token>`: where a parcel is; and with the recipient's own link, everything that the recipient can see and do. */
export function parcelRoutes(pages: ParcelPages): readonly PageRoute[] {
  const { shipping, payments } = pages;
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/t/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: (request) => pageCall(pages, request, show),
  });
  const own = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute =>
    route(method, path, (pageCall) => (pageCall.parcel.isRecipient ? show(pageCall) : nothingHere(pageCall)));
  const submit = (path: string, form: Form): PageRoute =>
    own('POST', path, (pageCall) => accept(shipping, pageCall, form));

  return [
    route('GET', '', async ({ parcel, request, view }) =>
      showParcel({ parcel, mayPay: await mayPayCod(payments, parcel) }, doneOf(request), view),
    ),
    route('GET', '/events', async ({ parcel, request }) => eventsOf(shipping, parcel, request)),
    own('GET', '/code', async ({ parcel, view }) =>
      showCode(parcel, await revealCode(shipping, parcel), view),
    ),
    own('GET', '/pay', (pageCall) => showPayCod(pages, pageCall)),
    own('POST', '/pay', (pageCall) => payCod(pages, pageCall)),
    own('GET', '/receive', async ({ parcel, view }) => showReceive(parcel, null, view)),
    own('GET', '/place', async ({ parcel, view }) => showPlace(parcel, null, view)),
    own('GET', '/time', async ({ parcel, view }) =>
      showTime(parcel, { slots: offerTimes(parcel.now, parcel.timeZone), attempt: null }, view),
    ),
    submit('/receive', {
      done: '?done=receive',
      input: () => ({ kind: 'receive' }),
      again: ({ parcel, view }, attempt) => showReceive(parcel, attempt, view),
      refusals: ({ texts }) => ({ STATE_CONFLICT: texts.receive.notNow }),
    }),
    submit('/place', {
      done: '?done=place',
      input: ({ request, view }) => readPlace(request.form, view),
      again: ({ parcel, view }, attempt) => showPlace(parcel, attempt, view),
      refusals: placeRefusals,
    }),
    submit('/time', {
      done: '?done=time',
      input: ({ request, view }) => readTime(request.form, view),
      again: ({ parcel, view }, attempt) =>
        showTime(parcel, { slots: offerTimes(parcel.now, parcel.timeZone), attempt }, view),
      refusals: ({ texts }) => ({
        STATE_CONFLICT: texts.time.notNow,
        INVALID_TIME_WINDOW: texts.time.past,
        VALIDATION_ERROR: texts.time.past,
      }),
    }),
    submit('/rating', {
      done: '#rating',
      input: ({ request }) => readRating(request.form),
      again: ({ parcel, view }, attempt) => showParcel({ parcel, mayPay: false }, attempt, view),
      refusals: ({ texts }) => ({ STATE_CONFLICT: texts.rate.notNow, VALIDATION_ERROR: texts.rate.choose }),
    }),
  ];
}

function doneOf({ query }: PageRequest): ActOutcome {
  const done = DONE.find((one) => one === query['done']);
  return done ? { done } : null;
}

async function pageCall(
  { shipping, view, dressed }: ParcelPages,
  request: PageRequest,
  show: (pageCall: PageCall) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const parcel = await findParcel(shipping, request.params['token'] ?? '');
  if (parcel === null || parcel === 'gone')
    return showProblem({ status: parcel === null ? 404 : 410, requestId: request.requestId }, view(request));
  return show({ parcel, request, view: await dressed(request, parcel.key.tenant) });
}

/** What only the recipient finds is not there for others. */
async function nothingHere({ request, view }: PageCall): Promise<PageAnswer> {
  return showProblem({ status: 404, requestId: request.requestId }, view);
}

type Form = {
  /** What follows the parcel's page afterwards. */
  readonly done: string;
  readonly input: (pageCall: PageCall) => ParcelInput;
  readonly again: (pageCall: PageCall, attempt: FormAttempt) => PageAnswer;
  /** What a refusal is called on the page; those without a sentence are problems of their own. */
  readonly refusals: (view: View) => Readonly<Partial<Record<Failure['code'], string>>>;
};

/** Does what a form asks and leads back to the parcel, or shows the form again with what is wrong. */
async function accept(shipping: Shipping, pageCall: PageCall, form: Form): Promise<PageAnswer> {
  try {
    await changeParcel(shipping, pageCall.parcel, form.input(pageCall));
    const [query = '', hash] = form.done.split('#');
    return goTo(
      `${pageCall.view.link(`/t/${pageCall.parcel.token}${query}`)}${hash === undefined ? '' : `#${hash}`}`,
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const sentence = error instanceof Misread ? error.message : form.refusals(pageCall.view)[error.code];
    if (sentence === undefined) throw error;
    return goneBackTo(
      form.again(pageCall, { values: pageCall.request.form, error: sentence, status: error.status }),
    );
  }
}

/** A form that cannot be read, with the sentence for whoever filled it in. */
class Misread extends Failure {
  constructor(sentence: string) {
    super('VALIDATION_ERROR', sentence);
  }
}

function readPlace(form: PageRequest['form'], { texts }: View): ParcelInput {
  const { plus_code: plusCode = '', lat = '', lng = '' } = form;
  if (plusCode !== '') return { kind: 'place', pin: { plusCode } };
  if (lat === '' && lng === '') throw new Misread(texts.place.empty);
  const pin = { lat: degreesOf(lat), lng: degreesOf(lng) };
  if (!(Math.abs(pin.lat) <= 90 && Math.abs(pin.lng) <= 180)) throw new Misread(texts.place.unreadable);
  return { kind: 'place', pin };
}

/** Some keyboards write a comma where the point belongs. */
function degreesOf(text: string): number {
  return /^-?\d{1,3}([.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

function placeRefusals({ texts: { place } }: View): ReturnType<Form['refusals']> {
  return {
    STATE_CONFLICT: place.notNow,
    ADDRESS_MISMATCH: place.elsewhere,
    ZONE_NOT_SERVICED: place.elsewhere,
    ADDRESS_AMBIGUOUS: place.unreadable,
    VALIDATION_ERROR: place.unreadable,
  };
}

function readTime(form: PageRequest['form'], { texts }: View): ParcelInput {
  const window = readSlot(form['window'] ?? '');
  const note = form['note'] ?? '';
  if (window === undefined) throw new Misread(texts.time.past);
  if (note.length > NOTE_CHARACTERS_MAX) throw new Misread(texts.problems.tooLarge.join('. '));
  return { kind: 'time', window, note: note === '' ? null : note };
}

function readRating({ stars = '', comment = '' }: PageRequest['form']): ParcelInput {
  if (!/^[1-5]$/.test(stars) || comment.length > COMMENT_CHARACTERS_MAX)
    throw new Failure('VALIDATION_ERROR', 'stars must be 1 to 5.');
  return { kind: 'rate', stars: Number(stars), comment: comment === '' ? null : comment };
}

/** Tells that something has changed; the page then asks for itself again. */
function eventsOf(shipping: Shipping, parcel: Parcel, { headers }: PageRequest): PageAnswer {
  const feed = watchParcel(shipping, parcel, headers['last-event-id'] ?? null);
  return feed
    ? { status: 200, type: 'text/event-stream; charset=utf-8', body: feed }
    : { status: 204, type: 'text/plain; charset=utf-8', body: '' };
}
