import { limits } from 'form:updateEvent';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { EventData } from './event-data.ts';
import { carriedOver, changedPaths, detailsOf } from './event-form.ts';

const MUST_STAY = [
  'name',
  'start_date',
  'end_date',
  'ticket_types[].price',
  'ticket_types[].quantity_available',
];
/** What a change may leave out, but an event cannot lack. */
const EDITED = {
  ...limits,
  ...Object.fromEntries(MUST_STAY.map((name) => [name, { ...limits[name], required: true as const }])),
};

/** The event as it stood when writing began, and the version that it had. */
type Begun = { readonly form: FormState; readonly event: EventData; readonly etag: string | null };

/**
 * The form of an event. Ticket types come, go and move while it is open: what is typed stays at its own type, and what is not typed is
 * shown as it stands. The version goes along with that, unless somebody changed what is typed here: then saving is refused and asks.
 */
export function useEventForm(
  event: EventData,
  etag: string | null,
): { readonly form: FormState; readonly begun: { current: Begun } } {
  const form = useForm({
    limits: EDITED,
    initial: detailsOf(event),
    keep: `event/${event.id}/${event.ticket_types.map(({ id }) => id).join()}`,
  });
  const begun = useRef<Begun>({ form, event, etag });
  useLayoutEffect(() => {
    const before = begun.current;
    if (before.form === form && before.etag === etag) return;
    const isSame = JSON.stringify(detailsOf(before.event)) === JSON.stringify(detailsOf(event));
    if (before.form === form && isSame) {
      begun.current = { form, event, etag };
      return;
    }
    const typed = changedPaths(before.form, before.event).map(
      (path) => [path, before.form.values.value[path] ?? ''] as const,
    );
    const { values, isClash } = carriedOver(typed, before.event, event);
    before.form.forget();
    form.reset(detailsOf(event));
    for (const [path, value] of Object.entries(values)) form.set(path, value);
    begun.current = { form, event, etag: isClash ? before.etag : etag };
  }, [form, etag]);
  return { form, begun };
}
