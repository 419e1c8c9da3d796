import { formatMoney, type DeliveryStatus } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import { parseUrl } from '../../kernel/web/parse-url.ts';
import type { Parcel } from '../../modules/shipping/index.ts';
import { askShop } from '../ask-shop.ts';
import { formatNear, formatPhone } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';
import { firstNameOf, headlineOf, isActive, showArrival, toneOf } from './headline.ts';

/** What was just done; or why it was not. */
export type ActOutcome =
  | { readonly done: 'receive' | 'place' | 'time' }
  | { readonly error: string; readonly status: number }
  | null;

const REFRESH_SECONDS = 30;

export type ShownParcel = {
  readonly parcel: Parcel;
  /** Whether its cash can be paid now. */
  readonly mayPay: boolean;
};

/** A parcel as its recipient sees it. */
export function showParcel({ parcel, mayPay }: ShownParcel, outcome: ActOutcome, view: View): PageAnswer {
  const { row, token } = parcel;
  const { texts } = view;
  const active = isActive(row.status);
  const main = html`<div id="parcel" data-status="${row.status}" data-version="${row.version}"${active ? html` data-events="/t/${token}/events"` : null}>
${outcomeOf(outcome, view)}
<section class="card status ${toneOf(row.status)}" aria-live="polite">
<p class="overline">${texts.parcel.from(row.store_name)}</p>
<h1>${headlineOf(parcel, texts)}</h1>
${showArrival(parcel, view)}
</section>
<div class="columns"><div>
${showEnd(parcel, view)}${showRating(parcel, view)}${showCourier(parcel, view)}${cash({ parcel, mayPay }, view)}${code(parcel, view)}${active ? showProgress(parcel, view) : null}
</div><div>
${active ? showRoute(parcel, view) : showProgress(parcel, view)}${proof(parcel, view)}${place(parcel, view)}${actions(parcel, view)}
</div></div>
<p class="quiet centre">${texts.parcel.number} <span class="mono">${row.job_number}</span><br>${texts.parcel.updated(formatNear(row.updated_at, parcel))}${active ? html`. ${texts.parcel.refreshes}` : null}</p>
</div>`;
  const here = { ...view, path: `/t/${token}` };
  return showPage(
    {
      title: `${headlineOf(parcel, texts)} – ${row.store_name}`,
      main,
      hidden: true,
      wide: true,
      styles: 'parcel.css',
      testMode: !row.livemode,
      ...(outcome && 'error' in outcome ? { status: outcome.status } : {}),
      ...(active ? { script: 'parcel.js', refreshSeconds: REFRESH_SECONDS } : {}),
    },
    here,
  );
}

function outcomeOf(outcome: ActOutcome, { texts }: View): Html | null {
  if (!outcome) return null;
  return 'done' in outcome
    ? html`<p class="notice" role="status">${texts[outcome.done].done}</p>`
    : html`<p class="error" role="alert">${outcome.error}</p>`;
}

/** Why it did not arrive, what happens next, and whom to ask. */
function showEnd({ row, after }: Parcel, view: View): Html | null {
  const { parcel } = view.texts;
  if (row.status !== 'failed' && row.status !== 'cancelled') return null;
  const isFailed = row.status === 'failed';
  const reason = isFailed ? parcel.reasons[row.failure?.reason ?? 'other'] : parcel.cancelledHelp;
  const next =
    after.again !== null
      ? parcel.sentAgain(after.again)
      : isFailed
        ? parcel.failedNext(row.store_name)
        : parcel.cancelledNext(row.store_name);
  return html`<section class="card"><h2>${parcel.why}</h2><p>${reason}</p><h2>${parcel.next}</h2><p>${next}</p>${askShop(view)}</section>`;
}

function cash({ parcel: { row, token }, mayPay }: ShownParcel, view: View): Html | null {
  const { parcel: texts } = view.texts;
  if (!isActive(row.status) || row.cod_amount === 0n) return null;
  const amount = html`<p class="amount">${formatMoney(row.cod_amount, row.currency)}</p>`;
  // Before it arrives, only a payment settles it.
  if (row.cod_status === 'settled')
    return html`<section class="card cash good"><h2>${texts.paid}</h2>${amount}<p class="quiet">${texts.paidHelp}</p></section>`;
  if (row.cod_status !== 'to_collect') return null;
  return html`<section class="card cash"><h2>${texts.cash}</h2>${amount}<p class="quiet">${texts.cashHelp}</p>
${mayPay ? html`<p><a class="button plain" href="${view.link(`/t/${token}/pay`)}">${texts.payNow}</a></p>` : null}</section>`;
}

function code({ row, details, token, isRecipient }: Parcel, view: View): Html | null {
  if (!isActive(row.status) || !details.require_delivery_code) return null;
  const { parcel } = view.texts;
  if (!isRecipient)
    return html`<section class="card"><h2>${parcel.code}</h2><p class="quiet">${parcel.codeElsewhere}</p></section>`;
  return html`<section class="card"><h2>${parcel.code}</h2><p>${parcel.codeHelp}</p>
<p><a class="button plain" href="${view.link(`/t/${token}/code`)}">${parcel.showCode}</a></p></section>`;
}

function proof({ tracking }: Parcel, { texts }: View): Html | null {
  if (!tracking.proof) return null;
  const { photo_url: photo, signature_url: signature, recipient_name: name } = tracking.proof;
  if (!photo && !signature && !name) return null;
  return html`<section class="card"><h2>${texts.parcel.proof}</h2>
${name ? html`<p>${texts.parcel.proofTo(name)}</p>` : null}
${photo ? html`<img class="photo" src="${pathOf(photo)}" alt="${texts.parcel.proofPhoto}" loading="lazy">` : null}
${signature ? html`<img class="signature" src="${pathOf(signature)}" alt="${texts.parcel.proofSignature}" loading="lazy">` : null}</section>`;
}

/** Whatever name this server is reached by, its files come from the same. */
function pathOf(url: string): string {
  return parseUrl(url)?.pathname ?? url;
}

function place({ details }: Parcel, { texts }: View): Html {
  const {
    delivery_address: address,
    delivery_city: city,
    delivery_landmark: landmark,
    recipient_note: note,
  } = details;
  return html`<section class="card"><h2>${texts.parcel.address}</h2>
<p>${address}<br>${city}${landmark ? html`<br><span class="quiet">${texts.parcel.landmark(landmark)}</span>` : null}</p>
${note ? html`<p class="quiet">${texts.parcel.yourNote}: ${note}</p>` : null}</section>`;
}

function actions({ row, token, isRecipient }: Parcel, view: View): Html | null {
  if (!isRecipient || !isActive(row.status)) return null;
  const { parcel } = view.texts;
  const links = [
    ...(row.status === 'in_transit' ? [['receive', parcel.confirm]] : [['time', parcel.chooseTime]]),
    ['place', parcel.fixPlace],
  ];
  return html`<nav class="card" aria-label="${parcel.actions}"><ul class="links">${links.map(([path = '', text = '']) => html`<li><a href="${view.link(`/t/${token}/${path}`)}">${text}</a></li>`)}</ul>
<p class="quiet">${parcel.contactShop}</p></nav>`;
}

/** Who brings the parcel, and how to reach them while they do. */
function showCourier({ row, tracking }: Parcel, { texts }: View): Html | null {
  if (!tracking.driver || !isActive(row.status)) return null;
  const { name, vehicle_type: vehicle, plate } = tracking.driver;
  const first = firstNameOf(name);
  return html`<section class="card"><h2>${texts.parcel.courier}</h2>
<div class="person"><span class="face" aria-hidden="true">${first.slice(0, 1).toUpperCase()}</span>
<p><b>${first}</b><br>${texts.parcel.vehicles[vehicle.toLowerCase()] ?? texts.parcel.vehicle}${plate ? html` <span class="hidden">${texts.parcel.plate}:</span> <span class="plate mono">${plate}</span>` : null}</p></div>
${row.driver_phone ? contact(row.driver_phone, { first, texts }) : null}
</section>`;
}

function contact(
  phone: string,
  { first, texts }: { readonly first: string; readonly texts: View['texts'] },
): Html {
  return html`<p class="pair">
<a class="button" href="tel:${phone}">${PHONE}${texts.parcel.call}<span class="hidden"> ${first}, ${formatPhone(phone)}</span></a>
<a class="button plain" href="https://wa.me/${phone.replaceAll(/\D/g, '')}" rel="noreferrer">${CHAT}${texts.parcel.whatsApp}<span class="hidden"> ${first}</span></a></p>`;
}

const PHONE = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.500 3.500l3 .7 1.200 4-2 1.600a12 12 0 0 0 5.500 5.500l1.600-2 4 1.200.7 3c-.6 1.700-2 3-4 3A15.500 15.500 0 0 1 3.500 7.500c0-2 1.300-3.400 3-4z"/></svg>`;
const CHAT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1.300-4A8 8 0 1 1 8 18.700z"/></svg>`;

type Step = keyof View['texts']['parcel']['steps'];
const WAY: readonly Step[] = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered'];

/** The steps of the way with their times; those to come are named as well. */
function showProgress({ tracking, now, timeZone }: Parcel, { texts }: View): Html {
  const times = new Map<DeliveryStatus, string>(tracking.timeline.map(({ status, at }) => [status, at]));
  const ended = (['cancelled', 'failed'] as const).find((status) => times.has(status));
  const steps: readonly Step[] = ended ? [...WAY.filter((step) => times.has(step)), ended] : WAY;
  const last = steps.findLastIndex((step) => times.has(step));
  const items = steps.map((step, at) => {
    const time = times.get(step);
    const state = at === last && step !== 'delivered' && !ended ? 'now' : time ? 'done' : 'next';
    const word = { now: texts.parcel.stepNow, done: texts.parcel.stepDone, next: texts.parcel.stepNext }[
      state
    ];
    return html`<li class="${state}${step === ended ? ' bad' : ''}"${state === 'now' ? html` aria-current="step"` : null}><span class="name">${texts.parcel.steps[step]}</span> <span class="hidden">(${word})</span>${time ? html` <time datetime="${time}">${formatNear(new Date(time), { now, timeZone })}</time>` : null}</li>`;
  });
  return html`<section class="card"><h2>${texts.parcel.progress}</h2><ol class="steps">${items}</ol></section>`;
}

/** Five answers to one question, or the answer that was given. */
function showRating({ row, rating, token, isRecipient }: Parcel, view: View): Html | null {
  const { rate } = view.texts;
  if (row.delivered_at === null || !isRecipient) return null;
  if (rating) {
    return html`<section class="card" id="rating"><h2>${rate.yours}</h2><p class="stars given" aria-hidden="true">${'★'.repeat(rating.stars)}<span>${'★'.repeat(5 - rating.stars)}</span></p>
<p>${rate.starsOf(rating.stars)}: ${rate.stars[rating.stars - 1] ?? ''}. ${rate.thanks}</p></section>`;
  }
  const choices = rate.stars.map(
    (word, at) =>
      html`<label class="star"><input type="radio" name="stars" value="${at + 1}" required><span aria-hidden="true">${at + 1}&#9733;</span>${word}</label>`,
  );
  return html`<section class="card" id="rating">
<form method="post" action="${view.link(`/t/${token}/rating`)}">
<fieldset><legend>${rate.title}</legend><div class="stars">${choices}</div></fieldset>
<label for="comment">${rate.comment}</label><textarea id="comment" name="comment" rows="2" maxlength="500"></textarea>
<button class="button" type="submit">${view.texts.common.send}</button>
</form></section>`;
}

type Point = { readonly lat: number; readonly lng: number };
type Spot = { readonly x: number; readonly y: number };

const WIDTH = 320;
const HEIGHT = 160;
const MARGIN = 34;
/** Below this many degrees both ends are drawn as far apart all the same. */
const SPAN_MIN = 0.002;

/** A sketch of the way from the shop over the courier to the door; null where no two places are known. */
function showRoute({ places }: Parcel, { texts }: View): Html | null {
  const { pickup, courier, delivery } = places;
  if (!pickup || !delivery) return null;
  const spot = scaleOf([pickup, delivery, ...(courier ? [courier] : [])]);
  const [from, to, at] = [spot(pickup), spot(delivery), courier && spot(courier)];
  const label = [texts.parcel.pickup, ...(at ? [texts.parcel.here] : []), texts.parcel.door].join(' → ');
  return html`<section class="card"><h2>${texts.parcel.route}</h2>
<svg class="route" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<path class="streets" d="M0 40H320M0 84H320M0 128H320M52 0V160M128 0V160M204 0V160M280 0V160M0 150L120 0M190 160L320 20"/>
<path class="way" d="${curve(from, at ?? to)}"/>
${at ? html`<path class="left" d="${curve(at, to)}"/>` : null}
<g class="from"><circle cx="${from.x}" cy="${from.y}" r="9"/><rect x="${from.x - 3}" y="${from.y - 3}" width="6" height="6" rx="1"/></g>
<g class="to"><path d="M${to.x} ${to.y + 2}c-7-9-10-13-10-18a10 10 0 0 1 20 0c0 5-3 9-10 18z"/><circle cx="${to.x}" cy="${to.y - 16}" r="4"/></g>
${at ? html`<g class="at"><circle class="halo" cx="${at.x}" cy="${at.y}" r="15"/><circle cx="${at.x}" cy="${at.y}" r="8"/></g>` : null}
${name(from, texts.parcel.pickup, 22)}${name(to, texts.parcel.door, 16)}${at ? name(at, texts.parcel.here, -20) : null}
</svg>
<p class="quiet">${texts.parcel.routeHelp}</p></section>`;
}

function name({ x, y }: Spot, text: string, below: number): Html {
  return html`<text x="${Math.min(WIDTH - MARGIN, Math.max(MARGIN, x))}" y="${Math.min(HEIGHT - 4, Math.max(12, y + below))}" text-anchor="middle">${text}</text>`;
}

/** Puts all places inside the frame, north up; each direction has a scale of its own, so that the sketch fills it. */
function scaleOf(points: readonly Point[]): (point: Point) => Spot {
  const [lats, lngs] = [points.map(({ lat }) => lat), points.map(({ lng }) => lng)];
  const [north, south, west, east] = [
    Math.max(...lats),
    Math.min(...lats),
    Math.min(...lngs),
    Math.max(...lngs),
  ];
  const across = (WIDTH - 2 * MARGIN) / Math.max(east - west, SPAN_MIN);
  const along = (HEIGHT - 2 * MARGIN) / Math.max(north - south, SPAN_MIN);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return ({ lat, lng }) => ({
    x: round(WIDTH / 2 + (lng - (west + east) / 2) * across),
    y: round(HEIGHT / 2 - (lat - (north + south) / 2) * along),
  });
}

function curve(from: Spot, to: Spot): string {
  const bend = {
    x: (from.x + to.x) / 2 + (to.y - from.y) * 0.18,
    y: (from.y + to.y) / 2 - (to.x - from.x) * 0.18,
  };
  return `M${from.x} ${from.y}Q${Math.round(bend.x)} ${Math.round(bend.y)} ${to.x} ${to.y}`;
}
