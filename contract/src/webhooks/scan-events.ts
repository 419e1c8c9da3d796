import { Type } from 'typebox';
import { exampleEventId, exampleTicketTypeId } from '../events/examples.ts';
import { FirstScan } from '../events/scanning/scan-schemas.ts';
import { exampleDeviceId, exampleFirstScan, exampleScanId } from '../events/scanning/examples.ts';
import { scanRefusals, scanResults } from '../events/scanning/words.ts';
import { exampleTicketId } from '../events/ticket-examples.ts';
import { scanDirections, ticketStatuses } from '../events/words.ts';
import { Nullable, OneOf } from '../schema.ts';
import { EventIdOut } from '../shared-fields.ts';
import type { EventDescription } from './event-description.ts';

const ScanMessage = Type.Object(
  {
    id: Nullable(Type.String({ description: 'The ticket; null where the code was none of the event.' })),
    event_id: EventIdOut,
    status: Nullable(OneOf(ticketStatuses, 'Of the ticket, after the scan.')),
    scan_id: Type.String({ description: '`scn_…`.' }),
    result: OneOf(scanResults, 'What came of it.'),
    code: Nullable(OneOf(scanRefusals, 'What stands against the scan.')),
    ticket_type_id: Nullable(Type.String({ description: '`tt_…`; null: the code belongs to no ticket.' })),
    direction: OneOf(scanDirections, 'Into the event or out of it.'),
    gate: Nullable(Type.String({ description: 'Where it was; null: the device named no gate.' })),
    device_id: Type.String({
      description: '`dev_…` of a paired device, or the name that a server gave its own.',
    }),
    entry_count: Type.Integer({ description: 'Admissions of the ticket that were not undone.' }),
    first_scan: Nullable(FirstScan, 'The admission that came before; null: there was none.'),
    offline: Type.Boolean({ description: 'Whether it was scanned without network and told later.' }),
    forced: Type.Boolean({ description: 'Whether a supervisor let it in against a refusal.' }),
    scanned_at: Type.String({ description: 'ISO 8601.' }),
    reason: Nullable(Type.String({ description: 'Why a scan was undone.' })),
  },
  { title: 'ScanMessage', description: 'What happened at a door.' },
);

const example = {
  id: exampleTicketId,
  event_id: exampleEventId,
  status: 'used',
  scan_id: exampleScanId,
  result: 'admitted',
  code: null,
  ticket_type_id: exampleTicketTypeId,
  direction: 'in',
  gate: 'North',
  device_id: exampleDeviceId,
  entry_count: 1,
  first_scan: exampleFirstScan,
  offline: false,
  forced: false,
  scanned_at: exampleFirstScan.at,
  reason: null,
};

/** What is told of the doors. */
export const scanEvents = {
  'ticket.scanned': {
    kind: 'ticket.scanned',
    default: true,
    summary: 'A ticket was admitted, or its holder left.',
    data: ScanMessage,
    example,
  },
  'ticket.scan_rejected': {
    kind: 'ticket.scan_rejected',
    default: false,
    summary: 'A door refused what was held in front of it.',
    data: ScanMessage,
    example: {
      ...example,
      scan_id: 'scn_01m7yp4nvr0000000000000003',
      result: 'rejected',
      code: 'TICKET_ALREADY_USED',
      gate: 'South',
    },
  },
  'ticket.scan_undone': {
    kind: 'ticket.scan_undone',
    default: true,
    summary: 'A scan was taken back.',
    data: ScanMessage,
    example: {
      ...example,
      status: 'valid',
      result: 'undone',
      entry_count: 0,
      first_scan: null,
      reason: 'Wrong person',
    },
  },
  'ticket.scan_conflict': {
    kind: 'ticket.scan_conflict',
    default: true,
    summary:
      'A door without network admitted what the service would have refused, such as a ticket that another door admitted too.',
    data: ScanMessage,
    example: {
      ...example,
      scan_id: 'scn_01m7yp4nvr0000000000000004',
      code: 'TICKET_ALREADY_USED',
      gate: 'South',
      entry_count: 2,
      offline: true,
    },
  },
} as const satisfies Record<string, EventDescription>;
