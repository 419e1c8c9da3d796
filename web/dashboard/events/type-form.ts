import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import type { EventData, TicketTypeData } from './event-data.ts';
import { localOf, momentOf } from './local-time.ts';

const MOMENTS = ['sales_start', 'sales_end', 'valid_from', 'valid_until'] as const;

/** What the form of a ticket type begins with. */
export function typeValues(type: TicketTypeData | null, { timezone: zone }: EventData): FormValues {
  const text = (value: string | number | null | undefined): string =>
    value === null || value === undefined ? '' : String(value);
  return {
    name: type?.name ?? '',
    kind: type?.kind ?? 'fixed',
    price: text(type?.price),
    min_price: text(type?.min_price),
    quantity_available: text(type?.quantity_available),
    description: text(type?.description),
    status: type?.status ?? 'active',
    min_per_order: text(type?.min_per_order ?? 1),
    max_per_order: text(type?.max_per_order),
    admits: text(type?.admits ?? 1),
    door_note: type?.door_note ?? '',
    gates: type?.gates ?? [],
    pool_ids: type?.pool_ids ?? [],
    ...Object.fromEntries(MOMENTS.map((name) => [name, localOf(type?.[name] ?? null, zone)])),
  };
}

/** What is sent of it: of a type that is there what differs, times as moments, no gates as any. */
export function typeBody(
  form: FormState,
  { isNew, zone }: { readonly isNew: boolean; readonly zone: string },
) {
  const fields = isNew ? form.body() : form.changes();
  const kind = form.text('kind');
  const times = MOMENTS.filter((name) => typeof fields[name] === 'string').map(
    (name) => [name, momentOf(String(fields[name]), zone)] as const,
  );
  const gates = fields['gates'];
  return {
    ...fields,
    ...Object.fromEntries(times),
    ...(Array.isArray(gates) ? { gates: gates.length === 0 ? null : gates } : {}),
    ...(kind === 'free' ? { price: 0 } : {}),
    ...(kind === 'donation' || form.text('min_price') === '' ? {} : { min_price: null }),
  };
}
