import type { KeptReminder } from './kept-parts.ts';
import { addDays, momentOf } from './calendar.ts';

/** When people read a reminder and can still do something about it. */
const REMINDING_HOUR = 9;

export type ReminderPlan = {
  readonly dueDate: string;
  readonly reminders: readonly KeptReminder[];
  readonly timeZone: string;
};

/** The next reminder after a moment; one that lies before it was either told or never meant to be. */
export function nextReminderAt(plan: ReminderPlan, after: Date): Date | null {
  const later = momentsOf(plan)
    .map(({ at }) => at.getTime())
    .filter((time) => time > after.getTime());
  return later.length === 0 ? null : new Date(Math.min(...later));
}

/** Through which channels the customer is reminded of what fell due from one moment to another, both in it: once each, however many reminders that are. */
export function dueReminderChannels(
  plan: ReminderPlan,
  { from, until }: { readonly from: Date; readonly until: Date },
): readonly string[] {
  return [
    ...new Set(
      momentsOf(plan)
        .filter(({ at }) => at >= from && at <= until)
        .map(({ channel }) => channel),
    ),
  ];
}

function momentsOf({
  dueDate,
  reminders,
  timeZone,
}: ReminderPlan): readonly { readonly at: Date; readonly channel: string }[] {
  return reminders.map(({ days_from_due: days, channel }) => ({
    at: momentOf(addDays(dueDate, days), { hour: REMINDING_HOUR, timeZone }),
    channel,
  }));
}
