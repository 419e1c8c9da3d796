import type { VNode } from 'preact';
import { dayText } from '../../kit/format/time.ts';
import { common } from '../../kit/text/common.ts';
import type { EventData } from './event-data.ts';
import { HEIGHT, pointsOf, WIDTH, type SoldOrder } from './sales-points.ts';
import { eventTexts as t } from './texts.ts';
import { roomOf } from './words.ts';

/** Tickets sold since it was published, up to now, below all that there are. */
export function SalesCurve({
  event,
  orders,
}: {
  readonly event: EventData;
  readonly orders: readonly SoldOrder[];
}): VNode | null {
  const from = Date.parse(event.published_at ?? event.created_at);
  const points = pointsOf(orders, { from, to: Date.now(), room: roomOf(event) });
  if (points.length < 3) return null;
  const line = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const [lastX] = points.at(-1) ?? [WIDTH];
  return (
    <figure aria-label={t.soldOf(event.total_tickets_sold, roomOf(event))}>
      <svg
        class="event-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="top" d={`M0 1H${WIDTH}`} />
        <path class="area" d={`${line}L${lastX} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path class="line" d={line} />
      </svg>
      <p class="event-days">
        <span>{dayText(from)}</span>
        <b>{common.today}</b>
      </p>
    </figure>
  );
}
