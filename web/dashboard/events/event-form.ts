import { amountText } from '../../kit/format/money.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FieldValue, FormValues } from '../../kit/form/values.ts';
import type { EventData } from './event-data.ts';
import { localOf, momentOf } from './local-time.ts';

/** Moments of the editor: shown by the clock at the venue, sent as moments. */
const MOMENTS = ['start_date', 'end_date', 'doors_open', 'sales_start', 'sales_end'] as const;
/** What a holder has to know before setting out. */
const PLANNED_BY = ['start_date', 'end_date', 'doors_open', 'venue', 'address'] as const;

/** What the editor of an event begins with; each ticket type has the path by which a change is sent. */
export function detailsOf(event: EventData): FormValues {
  const { timezone: zone } = event;
  return {
    name: event.name,
    venue: event.venue ?? '',
    address: event.address ?? '',
    description: event.description ?? '',
    start_date: localOf(event.start_date, zone),
    end_date: localOf(event.end_date, zone),
    doors_open: localOf(event.doors_open, zone),
    ...Object.fromEntries(
      event.ticket_types.flatMap(({ price, quantity_available }, at) => [
        [`ticket_types[${at}].price`, amountText(price, event.currency)],
        [`ticket_types[${at}].quantity_available`, String(quantity_available)],
      ]),
    ),
  };
}

/** The paths that differ from how the event stands. */
export function changedPaths(form: FormState, event: EventData): readonly string[] {
  const before = detailsOf(event);
  return Object.keys(before).filter((path) => (form.values.value[path] ?? '') !== before[path]);
}

/** What was typed of an event, put where its ticket types stand by now; a clash where somebody wrote at the same place. */
export function carriedOver(
  typed: readonly (readonly [path: string, value: FieldValue])[],
  before: EventData,
  now: EventData,
): { readonly values: FormValues; readonly isClash: boolean } {
  const [was, is] = [detailsOf(before), detailsOf(now)];
  const moved = typed.flatMap(([path, value]) => {
    const to = pathNow(path, before, now);
    return to === null ? [] : [{ from: path, to, value }];
  });
  return {
    values: Object.fromEntries(moved.map(({ to, value }) => [to, value])),
    isClash: moved.some(({ from, to }) => was[from] !== is[to]),
  };
}

/** Where the field of a type stands by now; null where the type is gone. */
function pathNow(path: string, before: EventData, now: EventData): string | null {
  const at = /^ticket_types\[(\d+)\]/.exec(path);
  if (!at) return path;
  const id = before.ticket_types[Number(at[1])]?.id;
  const to = now.ticket_types.findIndex((type) => type.id === id);
  return to === -1 ? null : path.replace(at[0], `ticket_types[${to}]`);
}

/** Whether whoever holds a ticket plans by what is changed. */
export function movesHolders(paths: readonly string[], event: EventData): boolean {
  return (
    event.status === 'published' &&
    event.total_tickets_sold > 0 &&
    paths.some((path) => (PLANNED_BY as readonly string[]).includes(path))
  );
}

/** The body of the change: moments by the venue's clock, and every type with its id, so that a refusal names its row. */
export function changeBody(form: FormState, event: EventData): Readonly<Record<string, unknown>> {
  const { ticket_types: types, ...fields } = form.changes();
  const changed = Array.isArray(types) ? (types as readonly (object | undefined)[]) : [];
  return {
    ...withMoments(fields, event.timezone),
    ...(changed.length === 0
      ? {}
      : { ticket_types: event.ticket_types.map(({ id }, at) => ({ id, ...changed[at] })) }),
  };
}

/** The same fields, their times as moments. */
export function withMoments(
  fields: Readonly<Record<string, unknown>>,
  zone: string,
): Record<string, unknown> {
  const named = MOMENTS.filter((name) => typeof fields[name] === 'string');
  return {
    ...fields,
    ...Object.fromEntries(named.map((name) => [name, momentOf(String(fields[name]), zone)])),
  };
}
