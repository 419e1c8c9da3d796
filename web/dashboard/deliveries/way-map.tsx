import type { DeliverySummary, Tracking } from '@cottontree/contract';
import type { VNode } from 'preact';
import { distanceText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

const WIDTH = 720;
const HEIGHT = 240;
const EDGE_X = 150;
const EDGE_Y = 54;
const EARTH_KM = 6371;

type Point = { readonly lat: number; readonly lng: number };
type Spot = { readonly x: number; readonly y: number };

/** The way on one sheet, to scale and without streets: the shop, the courier, the door. Where a place is known in words only, what leads to the recipient's page stands alone. */
export function WayMap({
  delivery,
  tracking,
}: {
  readonly delivery: DeliverySummary;
  readonly tracking: Tracking;
}): VNode {
  const from = pointOf(delivery.pickup_lat, delivery.pickup_lng);
  const to = pointOf(delivery.delivery_lat, delivery.delivery_lng);
  const courier = tracking.location;
  const { tracking_url } = tracking;
  return (
    <Card bare>
      {from && to && <Sheet delivery={delivery} way={{ from, to, courier }} />}
      <div class="way-line">
        {courier && (
          <span class={`way-age ${courier.stale ? '' : 'good'}`}>
            {courier.stale
              ? t.stale(distanceText(courier.recorded_at))
              : t.live(distanceText(courier.recorded_at))}
          </span>
        )}
        <span class="quiet">
          {!from || !to
            ? t.wayUnknown
            : courier
              ? t.wayLeft(kmText(courier, to), kmText(from, to))
              : t.wayLong(kmText(from, to))}
        </span>
        <span class="grow" />
        <a class="link" href={tracking_url} target="_blank" rel="noopener noreferrer">
          {t.tracking}
        </a>
        <CopyButton text={tracking_url} label={t.copyTracking} />
      </div>
    </Card>
  );
}

type Way = { readonly from: Point; readonly to: Point; readonly courier: Tracking['location'] };

function Sheet({ delivery, way }: { readonly delivery: DeliverySummary; readonly way: Way }): VNode {
  const { from, to, courier } = way;
  const project = projectionOf([from, to, ...(courier ? [courier] : [])]);
  return (
    <svg
      class="way"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t.mapLabel(delivery.delivery_address)}
    >
      <rect class="way-ground" width={WIDTH} height={HEIGHT} />
      <Line from={project(courier ?? from)} to={project(to)} ahead />
      {courier && <Line from={project(from)} to={project(courier)} />}
      <Place at={project(from)} name={`${delivery.store_name}, ${delivery.pickup_city}`} />
      <Place at={project(to)} name={delivery.delivery_address} door />
      {courier && <Courier at={project(courier)} stale={courier.stale} />}
    </svg>
  );
}

function pointOf(lat: number | null, lng: number | null): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
}

function Line({
  from,
  to,
  ahead = false,
}: {
  readonly from: Spot;
  readonly to: Spot;
  readonly ahead?: boolean;
}): VNode {
  return <path class={ahead ? 'way-ahead' : 'way-done'} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />;
}

function Place({
  at,
  name,
  door = false,
}: {
  readonly at: Spot;
  readonly name: string;
  readonly door?: boolean;
}): VNode {
  const isLeft = at.x < WIDTH / 2;
  const nearEdge = at.x < EDGE_X * 1.5 || at.x > WIDTH - EDGE_X * 1.5;
  return (
    <g>
      <circle class={door ? 'way-door' : 'way-shop'} cx={at.x} cy={at.y} r="9" />
      <text
        x={at.x}
        y={at.y + (at.y > HEIGHT / 2 ? 32 : -20)}
        text-anchor={nearEdge ? (isLeft ? 'start' : 'end') : 'middle'}
        dx={nearEdge ? (isLeft ? -14 : 14) : 0}
      >
        {name.length > 34 ? `${name.slice(0, 33)}…` : name}
      </text>
    </g>
  );
}

function Courier({ at, stale }: { readonly at: Spot; readonly stale: boolean }): VNode {
  return (
    <g class={stale ? 'way-stale' : 'way-courier'}>
      <circle class="halo" cx={at.x} cy={at.y} r="18" />
      <circle class="dot" cx={at.x} cy={at.y} r="9" />
    </g>
  );
}

/** Kilometres east and north, scaled alike so that nothing is bent, and put into the middle. */
function projectionOf(points: readonly Point[]): (point: Point) => Spot {
  const middle = {
    lat: (Math.min(...points.map(({ lat }) => lat)) + Math.max(...points.map(({ lat }) => lat))) / 2,
    lng: (Math.min(...points.map(({ lng }) => lng)) + Math.max(...points.map(({ lng }) => lng))) / 2,
  };
  const squeeze = Math.cos((middle.lat * Math.PI) / 180);
  const flat = ({ lat, lng }: Point): Spot => ({ x: (lng - middle.lng) * squeeze, y: middle.lat - lat });
  const spots = points.map(flat);
  const wide = Math.max(...spots.map(({ x }) => Math.abs(x)), 1e-6);
  const high = Math.max(...spots.map(({ y }) => Math.abs(y)), 1e-6);
  const scale = Math.min((WIDTH / 2 - EDGE_X) / wide, (HEIGHT / 2 - EDGE_Y) / high);
  return (point) => {
    const { x, y } = flat(point);
    return { x: Math.round(WIDTH / 2 + x * scale), y: Math.round(HEIGHT / 2 + y * scale) };
  };
}

/** As the crow flies. */
function kmText(one: Point, other: Point): string {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (a: number, b: number): number => Math.sin(radians(a - b) / 2) ** 2;
  const part =
    half(one.lat, other.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lng, other.lng);
  return (2 * EARTH_KM * Math.asin(Math.sqrt(part))).toFixed(1);
}
