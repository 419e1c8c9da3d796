import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { here } from '../state/signals.ts';
import { t } from '../texts.ts';
import { distanceKm, drawWay, gridKm, kmText, shortName, spotOf, type Spot } from './way.ts';
import './way-map.css';

const FRAME = { width: 360, height: 170, margin: 34 };

/** Where pickup and recipient lie, and the courier: drawn by us, for no map of others is asked. Nothing where no pin is known. */
export function WayMap({ job }: { readonly job: DriverJob }): VNode | null {
  const [from, to] = [spotOf(job.pickup), spotOf(job.dropoff)];
  const me = here.value;
  const spots = [from, to, me].filter((spot): spot is Spot => spot !== null);
  if (spots.length < 2) return null;
  const way = drawWay(spots, FRAME);
  const step = gridKm(way.pxPerKm);
  const next = job.status === 'assigned' ? from : to;
  return (
    <figure class="way-map">
      <svg
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        role="img"
        aria-label={words(job, { from, to, me })}
      >
        <Ground stepPx={step * way.pxPerKm} />
        {from && to && <Line kind="way" from={way.at(from)} to={way.at(to)} />}
        {me && next && <Line kind="mine" from={way.at(me)} to={way.at(next)} />}
        {from && <Stop at={way.at(from)} kind="fetch" name={shortName(job.pickup.zone.name)} />}
        {to && <Stop at={way.at(to)} kind="bring" name={shortName(job.dropoff.zone.name)} />}
        {me && <Mine at={way.at(me)} />}
        <g class="scale">
          <path d={`M12 ${FRAME.height - 10}v-5M12 ${FRAME.height - 12}h${step * way.pxPerKm}m0 2v-5`} />
          <text x={18 + step * way.pxPerKm} y={FRAME.height - 9}>
            {kmText(step)}
          </text>
        </g>
      </svg>
    </figure>
  );
}

type At = readonly [x: number, y: number];

function Ground({ stepPx }: { readonly stepPx: number }): VNode {
  const across = Math.ceil(FRAME.width / stepPx);
  const down = Math.ceil(FRAME.height / stepPx);
  const lines = [
    ...Array.from({ length: across }, (_, at) => `M${at * stepPx + 12} 0v${FRAME.height}`),
    ...Array.from({ length: down }, (_, at) => `M0 ${FRAME.height - 12 - at * stepPx}h${FRAME.width}`),
  ];
  return <path class="ground" d={lines.join('')} />;
}

function Line({
  kind,
  from,
  to,
}: {
  readonly kind: 'way' | 'mine';
  readonly from: At;
  readonly to: At;
}): VNode {
  return <path class={`line ${kind}`} d={`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`} />;
}

type StopProps = { readonly at: At; readonly kind: 'fetch' | 'bring'; readonly name: string };

function Stop({ at: [x, y], kind, name }: StopProps): VNode {
  const anchor = x > FRAME.width * 0.7 ? 'end' : x < FRAME.width * 0.3 ? 'start' : 'middle';
  return (
    <g class={`stop ${kind}`}>
      {kind === 'fetch' ? (
        <circle cx={x} cy={y} r="8" />
      ) : (
        <rect x={x - 8} y={y - 8} width="16" height="16" rx="3" />
      )}
      <text x={x} y={y < 34 ? y + 24 : y - 14} text-anchor={anchor}>
        {name}
      </text>
    </g>
  );
}

function Mine({ at: [x, y] }: { readonly at: At }): VNode {
  return <circle class="mine-spot" cx={x} cy={y} r="7" />;
}

type Ends = { readonly from: Spot | null; readonly to: Spot | null; readonly me: Spot | null };

/** The same for whoever does not see it. */
function words(job: DriverJob, { from, to, me }: Ends): string {
  const next = job.status === 'assigned' ? from : to;
  return [
    from && to ? t.wayBetween(kmText(distanceKm(from, to))) : '',
    me && next ? t.wayFromYou(kmText(distanceKm(me, next))) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}
