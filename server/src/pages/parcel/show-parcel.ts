import { formatMoney } from '@cottontree/contract';
import type { PageAnswer } from '../../core/page-route.ts';
import type { Parcel } from '../../shipping/index.ts';
import { formatNear } from '../format.ts';
import { html, type Html } from '../html.ts';
import { showPage, type View } from '../layout.ts';
import { headlineOf, isActive, toneOf } from './headline.ts';
import { showArrival } from './show-arrival.ts';
import { showCourier } from './show-courier.ts';
import { showProgress } from './show-progress.ts';
import { showRating } from './show-rating.ts';
import { showRoute } from './show-route.ts';
import { parseUrl } from '../../core/parse-url.ts';

/** What was just done; or why it was not. */
export type Outcome =
  | { readonly done: 'receive' | 'place' | 'time' }
  | { readonly error: string; readonly status: number }
  | null;

const REFRESH_SECONDS = 30;

/** A parcel as its recipient sees it. */
export function showParcel(parcel: Parcel, outcome: Outcome, view: View): PageAnswer {
  const { row, token } = parcel;
  const { texts } = view;
  const active = isActive(row.status);
  const main = html`<div id="parcel" data-status="${row.status}" data-version="${row.version}"${active ? html` data-events="/t/${token}/events"` : null}>
${outcomeOf(outcome, view)}
<section class="card status ${toneOf(row.status)}" aria-live="polite">
<p class="overline">${texts.parcel.from(row.store_name)}</p>
<h1>${headlineOf(parcel.tracking, texts)}</h1>
${showArrival(parcel, view)}
</section>
<div class="columns"><div>
${showRating(parcel, view)}${showCourier(parcel, view)}${cash(parcel, view)}${code(parcel, view)}${active ? showProgress(parcel, view) : null}
</div><div>
${active ? showRoute(parcel, view) : showProgress(parcel, view)}${proof(parcel, view)}${place(parcel, view)}${actions(parcel, view)}
</div></div>
<p class="quiet centre">${texts.parcel.number} <span class="mono">${row.job_number}</span><br>${texts.parcel.updated(formatNear(row.updated_at, parcel))}${active ? html`. ${texts.parcel.refreshes}` : null}</p>
</div>`;
  const here = { ...view, path: `/t/${token}` };
  return showPage(
    {
      title: `${headlineOf(parcel.tracking, texts)} – ${row.store_name}`,
      main,
      hidden: true,
      wide: true,
      testMode: !row.livemode,
      ...(outcome && 'error' in outcome ? { status: outcome.status } : {}),
      ...(active ? { script: 'parcel.js', refreshSeconds: REFRESH_SECONDS } : {}),
    },
    here,
  );
}

function outcomeOf(outcome: Outcome, { texts }: View): Html | null {
  if (!outcome) return null;
  return 'done' in outcome
    ? html`<p class="notice" role="status">${texts[outcome.done].done}</p>`
    : html`<p class="error" role="alert">${outcome.error}</p>`;
}

function cash({ row }: Parcel, { texts }: View): Html | null {
  if (row.cod_status !== 'to_collect' || !isActive(row.status)) return null;
  return html`<section class="card cash"><h2>${texts.parcel.cash}</h2><p class="amount">${formatMoney(row.cod_amount, row.currency)}</p><p class="quiet">${texts.parcel.cashHelp}</p></section>`;
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
