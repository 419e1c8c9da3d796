import type { Parcel } from '../../shipping/index.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

type Point = { readonly lat: number; readonly lng: number };
type Spot = { readonly x: number; readonly y: number };

const WIDTH = 320;
const HEIGHT = 160;
const MARGIN = 34;
/** Below this many degrees both ends are drawn as far apart all the same. */
const SPAN_MIN = 0.002;

/** A sketch of the way from the shop over the courier to the door; null where no two places are known. */
export function showRoute({ places }: Parcel, { texts }: View): Html | null {
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
