import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeIn } from '../../schema.ts';
import { Gate } from '../scan-policy.ts';
import { scanDirections, scanSources } from '../words.ts';
import { exampleEventId, exampleFirstScan, exampleScanId, exampleScannedTicket } from './examples.ts';
import { DeviceName, EventParams, FirstScan, ForceReason, Nonce, TicketText } from './scan-schemas.ts';
import { offlineResults, scanBatchMax, scanRefusals } from './words.ts';

const BatchedScan = Type.Object(
  {
    nonce: Nonce,
    code: TicketText,
    scanned_at: TimeIn('When, by the clock of the device.'),
    offline_result: OneOf(offlineResults, 'What the door did.'),
    direction: Type.Optional(OneOf(scanDirections, 'Into the event or out of it; default in.')),
    gate: Type.Optional(Gate),
    forced: Type.Optional(
      Type.Boolean({
        description:
          'Whether a supervisor let it in against what the door said; believed of supervisors and secret keys.',
      }),
    ),
    reason: Type.Optional(ForceReason),
    source: Type.Optional(
      OneOf(scanSources, 'Camera, keyboard or a hand scanner; default camera, manual for typed codes.'),
    ),
  },
  { title: 'BatchedScan', description: 'One scan that a door made without the service.' },
);
export type BatchedScan = Static<typeof BatchedScan>;

const ScanBatchBody = Type.Object(
  {
    device_id: Type.Optional(DeviceName),
    device_time: TimeIn(
      'What the clock of the device says now; how far it is off is taken from every scanned_at. Five seconds that it seems to be behind count as the way of the batch.',
    ),
    scans: Type.Array(BatchedScan, {
      minItems: 1,
      maxItems: scanBatchMax,
      description: 'What happened at the door, in any order.',
    }),
  },
  { title: 'ScanBatchBody', description: 'What a door did while it had no network.' },
);
export type ScanBatchBody = Static<typeof ScanBatchBody>;

const BatchedResult = Type.Object(
  {
    nonce: Type.String({ description: 'As the device sent it; tells its scans apart.' }),
    scan_id: Type.String({ description: '`scn_…`, the entry in the log.' }),
    result: OneOf(offlineResults, 'What came of it here, where all doors are known.'),
    code: Nullable(
      OneOf(
        scanRefusals,
        'What the service holds against it; an offline admission stands all the same; null: nothing.',
      ),
    ),
    conflict: Type.Boolean({ description: 'The service would not have admitted it.' }),
    first_scan: Nullable(FirstScan, 'The admission that came first; null: this was it.'),
  },
  { title: 'BatchedResult', description: 'What became of one scan.' },
);
export type BatchedResult = Static<typeof BatchedResult>;

const ScanBatchAnswer = Type.Object(
  {
    results: Type.Array(BatchedResult, {
      description: 'One for each scan, in the order in which they were sent.',
    }),
    conflicts: Type.Integer({
      description: 'How many were let in although the ticket had been used elsewhere.',
    }),
    clock_skew_seconds: Type.Number({ description: 'How far the clock of the device is behind.' }),
  },
  { title: 'ScanBatchAnswer', description: 'What became of each scan, in the order of the request.' },
);
export type ScanBatchAnswer = Static<typeof ScanBatchAnswer>;

const description =
  'What was admitted offline is kept as a fact, whatever the service would have said: a second admission is marked conflict and told by ticket.scan_conflict. The first admission is the earliest by corrected clocks. Sending a scan again changes nothing.';

const example = {
  params: { id: exampleEventId },
  body: {
    device_id: 'door-2',
    device_time: '2026-12-20T20:10:00.000Z',
    scans: [
      {
        nonce: '5f0c1b52-6f0e-4f5a-9a53-0a2f4de4a1b7',
        code: exampleScannedTicket.code,
        scanned_at: '2026-12-20T19:42:07.120Z',
        direction: 'in',
        gate: 'North',
        offline_result: 'admitted',
      },
    ],
  },
  answer: {
    results: [
      {
        nonce: '5f0c1b52-6f0e-4f5a-9a53-0a2f4de4a1b7',
        scan_id: exampleScanId,
        result: 'admitted',
        code: null,
        conflict: false,
        first_scan: exampleFirstScan,
      },
    ],
    conflicts: 0,
    clock_skew_seconds: 0,
  },
} as const;

export const syncScans = operation({
  id: 'syncScans',
  method: 'POST',
  path: '/events/:id/scans/batch',
  tag: 'Scanning',
  summary: 'Hand in what a door did offline',
  description,
  scope: 'tickets:scan',
  vital: true,
  status: 200,
  params: EventParams,
  body: ScanBatchBody,
  answer: ScanBatchAnswer,
  errors: ['EVENT_NOT_FOUND'],
  example,
});

export const syncScansAtDoor = operation({
  id: 'syncScansAtDoor',
  method: 'POST',
  path: '/public/events/:id/scans/batch',
  tag: 'Scanning',
  summary: 'Hand in what a paired device did offline',
  description: `${description} With the header X-Scanner-Token.`,
  scope: 'tickets:scan',
  publicKey: true,
  vital: true,
  status: 200,
  params: EventParams,
  body: ScanBatchBody,
  answer: ScanBatchAnswer,
  errors: ['SCANNER_NOT_PAIRED', 'EVENT_NOT_FOUND'],
  example,
});
