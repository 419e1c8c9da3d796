import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { Share } from '../../kit/parts/bars.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import type { PageProps } from '../place.ts';
import { Columns } from '../shell/page.tsx';
import { AdmitCard } from './admit-card.tsx';
import { doorTexts as t } from './door-texts.ts';
import type { DoorData, EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { FindCard } from './find-card.tsx';
import { ScannersCard } from './scanners-card.tsx';
import { ScansCard } from './scans-card.tsx';
import { eventTexts } from './texts.ts';

/** How often the figures of all doors are asked for: so old is what stands here at most. */
const EVERY_MS = 3_000;

/** The doors of an event while people come in: one figure of all, each gate, each scanner, and every scan. */
export function DoorPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/door">
      {({ event }) => (
        <>
          {may('tickets:scan') && <Figures event={event} />}
          <Columns
            main={<>{may('tickets:scan') && <ScansCard event={event} />}</>}
            side={
              <>
                {may('events:read') && <ScannersCard event={event} />}
                {may('tickets:scan') && event.status === 'published' && <AdmitCard event={event} />}
                {may('tickets:read') && <FindCard event={event} />}
              </>
            }
          />
        </>
      )}
    </EventFrame>
  );
}

function Figures({ event }: EventProps): VNode {
  const { answer, error, again } = useCall(
    client.getScanStats,
    { params: { id: event.id } },
    { everyMs: EVERY_MS },
  );
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading rows={2} />;
  const { data: door } = answer;
  return (
    <div class="stack event-doors">
      <dl class="event-figures" aria-live="polite">
        <div>
          <dt>{t.admitted}</dt>
          <dd>{door.admitted.toLocaleString('en')}</dd>
          <dd class="small">{t.ofIssued(door.issued)}</dd>
        </div>
        <div>
          <dt>{t.inside}</dt>
          <dd>{door.inside.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>{t.remaining}</dt>
          <dd>{door.remaining.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>{t.rejected}</dt>
          <dd>{door.rejected.toLocaleString('en')}</dd>
        </div>
      </dl>
      <Share parts={[[door.admitted, 'good']]} total={door.issued} />
      {door.last_scan_at === null ? (
        <p class="quiet">{t.nothingYet}</p>
      ) : (
        <>
          <Minutes door={door} />
          <Gates door={door} />
        </>
      )}
    </div>
  );
}

const [WIDTH, HEIGHT] = [600, 70];

/** Admissions of the last hour, the present minute last. */
function Minutes({ door }: { readonly door: DoorData }): VNode {
  const most = Math.max(1, ...door.per_minute);
  const step = WIDTH / door.per_minute.length;
  return (
    <figure>
      <figcaption class="small quiet">
        {t.minutes}
        <span class="event-now event-now-end">{eventTexts.now}</span>
      </figcaption>
      <svg
        class="event-minutes"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t.minutes}: ${door.per_minute.join(', ')}`}
      >
        {door.per_minute.map((count, at) => (
          <rect
            x={at * step}
            width={step * 0.7}
            y={HEIGHT - (count / most) * HEIGHT}
            height={(count / most) * HEIGHT}
          />
        ))}
      </svg>
    </figure>
  );
}

function Gates({ door }: { readonly door: DoorData }): VNode {
  return (
    <div class="event-doors-two">
      <Card title={t.byGate} bare>
        <ul class="line-rows">
          {door.by_gate.map(({ gate, admitted, rejected, last_scan_at }) => (
            <li key={gate ?? ''}>
              <span class="grow">
                {gate ?? t.noGate} <span class="quiet">{t.last(nearText(last_scan_at))}</span>
              </span>
              <span class="end">
                <b>{admitted.toLocaleString('en')}</b>
                {rejected > 0 && `, ${t.rejected} ${rejected.toLocaleString('en')}`}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t.byType} bare>
        <ul class="line-rows">
          {door.by_ticket_type.map(({ id, name, admitted, issued }) => (
            <li key={id}>
              <span class="grow">{name}</span>
              <span class="end">{eventTexts.soldOf(admitted, issued)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
