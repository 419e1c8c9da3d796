import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Text, TimeIn, TimeOut } from '../../schema.ts';
import { EventIdOut, TicketIdOut, TicketTypeIdOut } from '../../shared-fields.ts';
import { Gate } from '../scan-policy.ts';
import { scanDirections, scanSources } from '../words.ts';
import { deviceIdLengthMax, scanRefusals, scanResults } from './words.ts';

export const EventParams = Type.Object({ id: Text(100, 'Id of the event, evt_….') });
export const ScanParams = Type.Object({
  id: Text(100, 'Id of the event, evt_….'),
  scanId: Text(100, 'Id of the scan, scn_….'),
});

export const DeviceName = Text(
  deviceIdLengthMax,
  'Which device scanned, as you name it. A paired device is known by its token.',
);
export const Nonce = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  description:
    'A UUID made once for each scan. The same nonce of the same device gets the first answer again.',
});
export const TicketText = Text(512, 'Text of the QR code, or the ten characters that people type.');

export const ForceReason = Text(
  200,
  'Why a supervisor lets it in all the same; kept where the scan was forced, and shown in the log.',
);

export const FirstScan = Type.Object(
  {
    scan_id: Type.String({ description: '`scn_…`, the scan that let it in.' }),
    at: TimeOut('When the ticket was admitted first; UTC.'),
    gate: Nullable(Type.String({ description: 'Where it was; null: the device named no gate.' })),
    device: Nullable(Type.String({ description: 'Name of the device; null: it has none.' })),
  },
  { title: 'FirstScan', description: 'The first admission of a ticket.' },
);
export type FirstScan = Static<typeof FirstScan>;

export const ScannedTicket = Type.Object(
  {
    id: TicketIdOut,
    code: Type.String({ description: 'As people read it out.' }),
    holder_name: Nullable(Type.String({ description: 'Who comes with it; null: not known.' })),
    ticket_type_id: TicketTypeIdOut,
    ticket_type_name: Type.String({ description: 'As it stands on the ticket.' }),
    order_number: Nullable(Type.String({ description: 'The order it came with; null: none.' })),
    seat: Nullable(Type.String({ description: 'Row and place; null: no place is its own.' })),
    admits: Type.Integer({ description: 'Persons who enter on it.' }),
    door_note: Nullable(
      Type.String({ description: 'What the steward does with who has such a ticket; null: nothing.' }),
    ),
    notes: Nullable(
      Type.String({ description: 'What the door should know, such as why a ticket was blocked.' }),
    ),
  },
  { title: 'ScannedTicket', description: 'A ticket as a door sees it.' },
);
export type ScannedTicket = Static<typeof ScannedTicket>;

export const ScanBody = Type.Object(
  {
    code: TicketText,
    gate: Type.Optional(Gate),
    device_id: Type.Optional(DeviceName),
    direction: Type.Optional(OneOf(scanDirections, 'Into the event or out of it; default in.')),
    scanned_at: Type.Optional(TimeIn('When it was scanned, if that was earlier; never later than now.')),
    nonce: Type.Optional(Nonce),
    dry_run: Type.Optional(Type.Boolean({ description: 'Judge only: nothing is written.' })),
    force: Type.Optional(
      Type.Boolean({
        description:
          'Let a ticket of this event in although it would be refused; marked as such. Supervisors and secret keys only.',
      }),
    ),
    reason: Type.Optional(ForceReason),
    source: Type.Optional(
      OneOf(scanSources, 'Camera, keyboard or a hand scanner; default camera, manual for typed codes.'),
    ),
  },
  { title: 'ScanBody', description: 'One ticket in front of a door.' },
);
export type ScanBody = Static<typeof ScanBody>;

export const ScanAnswer = Type.Object(
  {
    scan_id: Nullable(Type.String({ description: 'Null for a dry run.' })),
    result: OneOf(['admitted', 'exited'], 'Which way it went.'),
    ticket: ScannedTicket,
    first_scanned_at: Nullable(TimeOut('First admission of the ticket; UTC; null: never.')),
    entry_count: Type.Integer({ description: 'Admissions of the ticket, this one included.' }),
    forced: Type.Boolean({ description: 'Whether a supervisor let it in against a refusal.' }),
    dry_run: Type.Boolean({
      description: 'Whether it was only asked what would come of it; nothing was written.',
    }),
  },
  { title: 'ScanAnswer', description: 'A ticket that was let through.' },
);
export type ScanAnswer = Static<typeof ScanAnswer>;

export const Scan = Type.Object(
  {
    id: Type.String({ description: '`scn_…`.' }),
    event_id: EventIdOut,
    result: OneOf(scanResults, 'What came of it.'),
    code: Nullable(
      OneOf(
        scanRefusals,
        'Why it was refused, or would have been had it not been forced or offline; null: nothing stood against it.',
      ),
    ),
    ticket_id: Nullable(Type.String({ description: '`tkt_…`; null: the code belongs to no ticket.' })),
    ticket_type_id: Nullable(Type.String({ description: '`tt_…`; null: the code belongs to no ticket.' })),
    direction: OneOf(scanDirections, 'Into the event or out of it.'),
    source: OneOf(scanSources, 'What the code was read from.'),
    gate: Nullable(Type.String({ description: 'Where it was; null: the device named no gate.' })),
    device_id: Type.String({
      description: '`dev_…` of a paired device, or the name that a server gave its own.',
    }),
    device_name: Nullable(Type.String({ description: 'What the device is called; null: it has no name.' })),
    nonce: Nullable(
      Type.String({ description: 'As the device sent it, unique within the device; null: none.' }),
    ),
    offline: Type.Boolean({ description: 'Whether it was scanned without network and told later.' }),
    forced: Type.Boolean({ description: 'Whether a supervisor let it in against a refusal.' }),
    conflict: Type.Boolean({ description: 'An offline admission that the service would have refused.' }),
    entry_count: Type.Integer({ description: 'How often the ticket had been let in by then.' }),
    first_scan: Nullable(FirstScan, 'The admission that came before; null: there was none.'),
    scanned: Nullable(
      Type.String({ description: 'What was scanned, where that was no ticket of this merchant.' }),
    ),
    scanned_at: TimeOut('When it happened, by the clock of the service; UTC.'),
    recorded_at: TimeOut('When the service heard of it; UTC.'),
    undone_at: Nullable(TimeOut('UTC; null: it was not.')),
    undoes: Nullable(
      Type.String({ description: 'The scan that this one takes back; null: it takes none back.' }),
    ),
    reason: Nullable(
      Type.String({ description: 'Why it was undone, or forced; null: neither, or nobody said.' }),
    ),
  },
  { title: 'Scan', description: 'One attempt at a door.' },
);
export type Scan = Static<typeof Scan>;
