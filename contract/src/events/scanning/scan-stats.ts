import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, TimeOut } from '../../schema.ts';
import { EventIdOut, TicketTypeIdOut } from '../../shared-fields.ts';
import { exampleEventId, exampleScannedTicket } from './examples.ts';
import { EventParams } from './scan-schemas.ts';

const counted = {
  issued: Type.Integer({ description: 'Tickets that count: sold and neither given back nor void.' }),
  admitted: Type.Integer({ description: 'Tickets that were let in.' }),
  inside: Type.Integer({ description: 'Persons inside now.' }),
  remaining: Type.Integer({ description: 'Tickets not seen yet.' }),
};

export const ScanStats = Type.Object(
  {
    event_id: EventIdOut,
    ...counted,
    rejected: Type.Integer({ description: 'Attempts that were refused.' }),
    percent: Type.Number({ description: 'Admitted of issued, with one decimal.' }),
    by_ticket_type: Type.Array(
      Type.Object({
        id: TicketTypeIdOut,
        name: Type.String({ description: 'As it stands on the ticket.' }),
        ...counted,
      }),
      { description: 'The same figures for each type.' },
    ),
    by_gate: Type.Array(
      Type.Object({
        gate: Nullable(Type.String({ description: 'As devices named it; null: scans that named none.' })),
        admitted: Type.Integer({ description: 'Admissions, further ones of a ticket included.' }),
        rejected: Type.Integer({ description: 'Scans that were refused.' }),
        last_scan_at: TimeOut('UTC.'),
      }),
      { description: 'The same for each gate at which something was scanned.' },
    ),
    per_minute: Type.Array(Type.Integer(), {
      minItems: 60,
      maxItems: 60,
      description: 'Admissions in each of the last 60 minutes, the present one last.',
    }),
    last_scan_at: Nullable(TimeOut('UTC; null: nothing was scanned.')),
  },
  { title: 'ScanStats', description: 'How the doors of an event stand.' },
);
export type ScanStats = Static<typeof ScanStats>;

const exampleCounts = { issued: 500, admitted: 312, inside: 298, remaining: 188 };
const example = {
  params: { id: exampleEventId },
  answer: {
    event_id: exampleEventId,
    ...exampleCounts,
    rejected: 7,
    percent: 62.4,
    by_ticket_type: [{ id: exampleScannedTicket.ticket_type_id, name: 'VIP', ...exampleCounts }],
    by_gate: [{ gate: 'North', admitted: 312, rejected: 7, last_scan_at: '2026-12-20T19:58:31.004Z' }],
    per_minute: [...Array<number>(59).fill(0), 12],
    last_scan_at: '2026-12-20T19:58:31.004Z',
  },
} as const;

export const getScanStats = operation({
  id: 'getScanStats',
  method: 'GET',
  path: '/events/:id/scan-stats',
  tag: 'Scanning',
  summary: 'See how the doors stand',
  description: 'With Accept: text/event-stream, each time it changes.',
  scope: 'tickets:scan',
  events: 'scan_stats',
  status: 200,
  params: EventParams,
  answer: ScanStats,
  errors: ['EVENT_NOT_FOUND'],
  example,
});

export const getScanStatsAtDoor = operation({
  id: 'getScanStatsAtDoor',
  method: 'GET',
  path: '/public/events/:id/scan-stats',
  tag: 'Scanning',
  summary: 'See how the doors stand, from a paired device',
  description:
    'With the header X-Scanner-Token. With Accept: text/event-stream, each time it changes: supervisors only.',
  scope: 'tickets:scan',
  publicKey: true,
  events: 'scan_stats',
  status: 200,
  params: EventParams,
  answer: ScanStats,
  errors: ['SCANNER_NOT_PAIRED', 'EVENT_NOT_FOUND'],
  example,
});
