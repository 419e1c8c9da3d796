import type { DeliverySummary } from '@cottontree/contract';
import { nearText, spanText, timeText } from '../../kit/format/time.ts';
import { texts } from '../../kit/text/texts.ts';
import { said } from './words.ts';

const t = texts(
  {
    looks: 'looks for a courier',
    pickup: (time: string) => `pickup ${time}`,
    arrives: (time: string) => `arrives ${time}`,
    late: (span: string) => `${span} late`,
    due: (time: string) => `due ${time}`,
    withCode: 'with code',
    withoutCode: 'without code',
    fetched: 'to be fetched',
    onTheWay: 'on the way',
  },
  {
    looks: 'de luk fɔ rayda',
    pickup: (time) => `pik am ${time}`,
    arrives: (time) => `rich ${time}`,
    late: (span) => `${span} le`,
    due: (time) => `fɔ rich ${time}`,
    withCode: 'wit kod',
    withoutCode: 'we kod nɔ de',
    fetched: 'dɛn fɔ pik am',
    onTheWay: 'de na rod',
  },
);

const IN_MOTION = new Set(['pending', 'assigned', 'picked_up', 'in_transit']);

/** Whether it can still arrive. */
export function isInMotion(status: string): boolean {
  return IN_MOTION.has(status);
}

type Timed = Pick<DeliverySummary, 'status' | 'estimated_pickup_at' | 'estimated_delivery_at'>;

/** When it should be at its next stop: fetched, then at the door; null once nothing is expected. */
export function dueOf({ status, estimated_pickup_at, estimated_delivery_at }: Timed): string | null {
  if (!isInMotion(status)) return null;
  return status === 'pending' || status === 'assigned' ? estimated_pickup_at : estimated_delivery_at;
}

/** How many milliseconds it is behind its time; 0 while it is not. */
export function lateByMs(delivery: Timed, now = Date.now()): number {
  const due = dueOf(delivery);
  return due === null ? 0 : Math.max(0, now - Date.parse(due));
}

const LATE_FROM_MS = 60_000;

export type Next = { readonly text: string; readonly more: string; readonly late: boolean };

/** What comes next for a delivery, or how it ended: a line and a smaller one. */
export function nextOf(delivery: DeliverySummary): Next {
  const late = lateByMs(delivery);
  const { status, estimated_pickup_at: pickup, estimated_delivery_at: arrival } = delivery;
  if (late >= LATE_FROM_MS)
    return { text: t.late(spanText(late)), more: t.due(nearText(dueOf(delivery) ?? '')), late: true };
  const line = (text: string, more = ''): Next => ({ text, more, late: false });
  if (status === 'pending') return line(t.looks, pickup === null ? '' : t.pickup(nearText(pickup)));
  if (status === 'assigned')
    return line(
      pickup === null ? t.fetched : t.pickup(nearText(pickup)),
      arrival === null ? '' : t.arrives(timeText(arrival)),
    );
  if (isInMotion(status)) return line(arrival === null ? t.onTheWay : t.arrives(nearText(arrival)));
  return line(nearText(endOf(delivery)), howItEnded(delivery));
}

/** When it came to its end. */
export function endOf(delivery: DeliverySummary): string {
  const { delivered_at, completed_at, cancelled_at, failed_at, updated_at } = delivery;
  return failed_at ?? cancelled_at ?? delivered_at ?? completed_at ?? updated_at;
}

function howItEnded({ status, cancellation, failure, delivery_verified }: DeliverySummary): string {
  if (status === 'failed') return failure === null ? '' : said(failure.reason);
  if (status === 'cancelled') return cancellation === null ? '' : said(cancellation.reason).toLowerCase();
  return delivery_verified ? t.withCode : t.withoutCode;
}
