import type { AnswerOf } from '@cottontree/client';
import type { ComponentChildren, VNode } from 'preact';
import { spanText } from '../../../kit/format/time.ts';
import { hookTexts as t } from './hook-texts.ts';

export type Health = AnswerOf<'getWebhookHealth'>['data'];

/** The last 24 hours, an hour a bar: all received, some failed, nothing sent. */
export function HourBars({ hours }: { readonly hours: Health['hours'] }): VNode {
  const sent = hours.filter((rate) => rate !== null);
  const good = sent.filter((rate) => rate === 1).length;
  return (
    <div
      class="hours"
      role="img"
      aria-label={t.hourLabel(good, sent.length - good, hours.length - sent.length)}
    >
      {hours.map((rate) => (
        <i class={rate === null ? '' : rate === 1 ? 'good' : rate >= 0.5 ? 'wait' : 'bad'} />
      ))}
    </div>
  );
}

/** How an endpoint fares, in four figures. */
export function HealthStrip({ health }: { readonly health: Health }): VNode {
  const { last_24_hours: day, last_7_days: week, oldest_pending_at: oldest, lane } = health;
  return (
    <dl class="health">
      <Figure title={t.day}>
        <HourBars hours={health.hours} />
      </Figure>
      <Figure
        title={t.answered}
        more={
          day.attempts === 0
            ? t.week(`${week.succeeded.toLocaleString('en')} ${t.ofAll(week.attempts)}`)
            : t.ofAll(day.attempts)
        }
      >
        {day.attempts === 0 ? t.nothingSent : day.succeeded.toLocaleString('en')}
      </Figure>
      <Figure
        title={t.timeToAnswer}
        more={day.duration_p95_ms === null ? undefined : t.p95(day.duration_p95_ms)}
      >
        {day.duration_p50_ms === null ? '–' : `${day.duration_p50_ms} ms`}
      </Figure>
      <Figure title={t.waiting} more={lane === 'suspect' ? `${t.suspect}: ${t.suspectWhy}` : t.healthy}>
        {oldest === null ? t.noneWaiting : spanText(Date.now() - new Date(oldest).getTime())}
      </Figure>
    </dl>
  );
}

function Figure({
  title,
  more,
  children,
}: {
  readonly title: string;
  readonly more?: string | undefined;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {typeof children === 'string' ? <b>{children}</b> : children}
        {more !== undefined && <span class="small quiet"> {more}</span>}
      </dd>
    </div>
  );
}
