import { Type, type Static } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { OneOf, Text } from '../../schema.ts';
import {
  exampleDeviceId,
  exampleEventId,
  exampleFirstScan,
  exampleScanId,
  exampleScannedTicket,
} from './examples.ts';
import { DeviceName, EventParams, Scan, ScanAnswer, ScanBody, ScanParams } from './scan-schemas.ts';
import { scanRefusals, scanResults } from './words.ts';

const SCANNER_DESCRIPTION =
  "With a public key and the header X-Scanner-Token of a paired device; where the event's scanner_auth is public_key, a whole signed code may be redeemed without one.";

const scanErrors = ['EVENT_NOT_FOUND', ...scanRefusals] as const satisfies readonly ErrorCode[];

const scanExample = {
  params: { id: exampleEventId },
  body: {
    code: exampleScannedTicket.code,
    gate: 'North',
    device_id: 'door-2',
    direction: 'in',
    nonce: '5f0c1b52-6f0e-4f5a-9a53-0a2f4de4a1b7',
    source: 'manual',
  },
  answer: {
    scan_id: exampleScanId,
    result: 'admitted',
    ticket: exampleScannedTicket,
    first_scanned_at: '2026-12-20T19:42:07.120Z',
    entry_count: 1,
    forced: false,
    dry_run: false,
  },
} as const;

export const scanTicket = operation({
  id: 'scanTicket',
  method: 'POST',
  path: '/events/:id/scans',
  tag: 'Scanning',
  summary: 'Scan a ticket',
  description:
    'Admits a ticket, or lets its holder out, exactly once however many doors ask at once. A refusal is an error whose details name the ticket and its first_scan. Every attempt is logged. After ten wrong typed codes in a minute a device waits: RATE_LIMITED.',
  scope: 'tickets:scan',
  vital: true,
  status: 200,
  params: EventParams,
  body: ScanBody,
  answer: ScanAnswer,
  errors: scanErrors,
  example: scanExample,
});

export const scanTicketAtDoor = operation({
  id: 'scanTicketAtDoor',
  method: 'POST',
  path: '/public/events/:id/scans',
  tag: 'Scanning',
  summary: 'Scan a ticket from a web page or a paired device',
  description: SCANNER_DESCRIPTION,
  scope: 'tickets:scan',
  publicKey: true,
  vital: true,
  status: 200,
  params: EventParams,
  body: ScanBody,
  answer: ScanAnswer,
  errors: ['SCANNER_NOT_PAIRED', ...scanErrors],
  example: scanExample,
});

const UndoBody = Type.Object(
  { reason: Text(200, 'Why the scan is taken back.'), device_id: Type.Optional(DeviceName) },
  { title: 'UndoScanBody', description: 'Why a scan is taken back, and by which device.' },
);

const exampleScan = {
  id: 'scn_01m7yp4nvr0000000000000002',
  event_id: exampleEventId,
  result: 'undone',
  code: null,
  ticket_id: exampleScannedTicket.id,
  ticket_type_id: exampleScannedTicket.ticket_type_id,
  direction: 'in',
  source: 'camera',
  gate: 'North',
  device_id: exampleDeviceId,
  device_name: 'Door 2',
  nonce: null,
  offline: false,
  forced: false,
  conflict: false,
  entry_count: 0,
  first_scan: null,
  scanned: null,
  scanned_at: '2026-12-20T19:43:00.000Z',
  recorded_at: '2026-12-20T19:43:00.000Z',
  undone_at: null,
  undoes: exampleScanId,
  reason: 'Wrong person',
};

export const undoScan = operation({
  id: 'undoScan',
  method: 'POST',
  path: '/events/:id/scans/:scanId/undo',
  tag: 'Scanning',
  summary: 'Take a scan back',
  description:
    'The device that scanned may within 15 minutes; a key with events:write any time: else INSUFFICIENT_SCOPE. Only an admission or an exit can be taken back.',
  scope: 'tickets:scan',
  orScope: 'events:write',
  status: 200,
  params: ScanParams,
  body: UndoBody,
  answer: Scan,
  errors: ['EVENT_NOT_FOUND', 'SCAN_NOT_FOUND', 'SCAN_ALREADY_UNDONE', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleEventId, scanId: exampleScanId },
    body: { reason: 'Wrong person', device_id: 'door-2' },
    answer: exampleScan,
  },
});

export const undoScanAtDoor = operation({
  id: 'undoScanAtDoor',
  method: 'POST',
  path: '/public/events/:id/scans/:scanId/undo',
  tag: 'Scanning',
  summary: 'Take back a scan of a paired device',
  description: 'With the header X-Scanner-Token of the device that scanned, within 15 minutes.',
  scope: 'tickets:scan',
  publicKey: true,
  status: 200,
  params: ScanParams,
  body: UndoBody,
  answer: Scan,
  errors: [
    'SCANNER_NOT_PAIRED',
    'EVENT_NOT_FOUND',
    'SCAN_NOT_FOUND',
    'SCAN_ALREADY_UNDONE',
    'STATE_CONFLICT',
  ],
  example: {
    params: { id: exampleEventId, scanId: exampleScanId },
    body: { reason: 'Wrong person' },
    answer: exampleScan,
  },
});

const ScansQuery = ListQuery(['-recorded_at', 'recorded_at'], {
  result: Type.Optional(OneOf(scanResults, 'Only scans of this result.')),
  gate: Type.Optional(Text(50, 'Only scans at this gate.')),
  device_id: Type.Optional(DeviceName),
  ticket_id: Type.Optional(Text(100, 'Only scans of this ticket.')),
  conflict: Type.Optional(
    Type.Boolean({ description: 'Only offline admissions that should not have been, or only others.' }),
  ),
});
export type ScansQuery = Static<typeof ScansQuery>;

export const listScans = operation({
  id: 'listScans',
  method: 'GET',
  path: '/events/:id/scans',
  tag: 'Scanning',
  summary: 'List scans',
  description: 'Every attempt at the doors, latest first, the refused ones included.',
  scope: 'tickets:scan',
  list: true,
  status: 200,
  params: EventParams,
  query: ScansQuery,
  answer: Scan,
  errors: ['EVENT_NOT_FOUND'],
  example: {
    params: { id: exampleEventId },
    query: { conflict: true },
    answer: {
      ...exampleScan,
      id: exampleScanId,
      result: 'rejected',
      code: 'TICKET_ALREADY_USED',
      first_scan: exampleFirstScan,
      entry_count: 1,
      undoes: null,
      reason: null,
    },
  },
});
