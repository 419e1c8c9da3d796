import { invalid } from '../../../../kernel/call/failure.ts';
import { parseTime } from '../../../../kernel/time/parse-time.ts';
import type { Moment } from '../../deliveries/delivery-change.ts';
import { timelineOf } from '../../deliveries/delivery-change.ts';
import type { DeliveryRow } from '../../deliveries/deliveries.queries.ts';

/** Where couriers ride, for times that name no offset. */
const TIME_ZONE = 'Africa/Freetown';

/** When a step happened as the phone says; null for now. */
export function readOccurredAt(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const parsed = parseTime(text, TIME_ZONE);
  if (!parsed.ok) throw invalid({ path: 'occurred_at', message: parsed.message });
  return parsed.at;
}

/** Neither in the future nor before `since`, up to when everything is known already. */
export function momentBetween(
  occurredAt: Date | null,
  { since, now }: { readonly since: Date | null; readonly now: Date },
): Moment {
  const at =
    occurredAt === null || occurredAt > now ? now : since !== null && occurredAt < since ? since : occurredAt;
  return { at: at > now ? now : at, recordedAt: now };
}

/** The moment within the present status: never before it was entered. */
export function withinStatus(row: DeliveryRow, at: Date): Date {
  const entered = timelineOf(row).at(-1);
  return entered && new Date(entered.at) > at ? new Date(entered.at) : at;
}
