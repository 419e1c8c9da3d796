import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import type { EventData } from './event-data.ts';
import { withMoments } from './event-form.ts';
import { localOf } from './local-time.ts';

/** What the settings of an event begin with. */
export function settingsOf(event: EventData): FormValues {
  const { timezone, scan_policy: policy } = event;
  return {
    sales_start: localOf(event.sales_start, timezone),
    sales_end: localOf(event.sales_end, timezone),
    capacity: event.capacity === null ? '' : String(event.capacity),
    max_tickets_per_order: String(event.max_tickets_per_order),
    hold_minutes: String(event.hold_minutes),
    currency: event.currency,
    refund_policy: event.refund_policy ?? '',
    timezone,
    gates: policy.gates.join('\n'),
    re_entry: event.re_entry,
    'scan_policy.mode': policy.mode,
    'scan_policy.unverified': policy.unverified,
    'scan_policy.scanner_auth': policy.scanner_auth ?? '',
    'scan_policy.gate_partition': policy.gate_partition,
    'scan_policy.fast_code_hashes': policy.fast_code_hashes,
  };
}

/** What differs, as it is sent: gates one a line, times by the clock at the venue. */
export function settingsBody(form: FormState, event: EventData): Readonly<Record<string, unknown>> {
  const { gates, scan_policy: policy, ...fields } = form.changes();
  const scanning = {
    ...(policy as object | undefined),
    ...(gates === undefined ? {} : { gates: gatesIn(form.text('gates')) }),
  };
  return {
    ...withMoments(fields, event.timezone),
    ...(Object.keys(scanning).length === 0 ? {} : { scan_policy: scanning }),
  };
}

function gatesIn(text: string): readonly string[] {
  const names = text.split('\n').map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
