import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Livemode, Nullable, OneOf, Text, TimeOut } from '../../schema.ts';
import { EventIdOut } from '../../shared-fields.ts';
import { Gate } from '../scan-policy.ts';
import { scannerRoles } from '../words.ts';
import { exampleDeviceId, exampleEventId } from './examples.ts';
import { EventParams } from './scan-schemas.ts';

export const scannerDeviceStatuses = Object.freeze(['waiting', 'paired', 'expired', 'revoked'] as const);
export type ScannerDeviceStatus = (typeof scannerDeviceStatuses)[number];

const record = {
  id: Type.String({ description: '`dev_…`.' }),
  event_id: EventIdOut,
  name: Type.String({ description: 'As the merchant calls it or its door.' }),
  gate: Nullable(Type.String({ description: 'The only gate it scans for; null: any.' })),
  role: OneOf(scannerRoles, 'A supervisor may let in against a refusal; a steward may not.'),
  status: OneOf(scannerDeviceStatuses, 'waiting: its pairing code was not used yet.'),
  paired_at: Nullable(TimeOut('UTC; null: not yet.')),
  expires_at: TimeOut('When the pairing code or, once paired, the token ends; UTC.'),
  revoked_at: Nullable(TimeOut('UTC; null: it was not.')),
  created_at: TimeOut('UTC.'),
  livemode: Livemode,
};

const ScannerDevice = Type.Object(record, {
  title: 'ScannerDevice',
  description: 'A device that may scan for one event.',
});
export type ScannerDevice = Static<typeof ScannerDevice>;

const NewScannerDevice = Type.Object(
  {
    ...record,
    pairing_code: Type.String({
      description:
        'Eight digits for POST /public/scanner/pair; used once, within 10 minutes. Shown only here.',
    }),
  },
  { title: 'NewScannerDevice', description: 'A device with the code that pairs it.' },
);
export type NewScannerDevice = Static<typeof NewScannerDevice>;

const PairedScanner = Type.Object(
  {
    scanner_token: Type.String({ description: 'sct_…, for the header X-Scanner-Token. Shown only here.' }),
    device: ScannerDevice,
    event: Type.Object(
      { id: EventIdOut, name: Type.String({ description: 'As buyers read it.' }) },
      { description: 'What the device scans for.' },
    ),
  },
  { title: 'PairedScanner', description: 'A paired device with its token.' },
);
export type PairedScanner = Static<typeof PairedScanner>;

const CreateScannerDeviceBody = Type.Object(
  {
    name: Text(60, 'How people call the device or its door.'),
    gate: Type.Optional(Gate),
    role: Type.Optional(
      OneOf(scannerRoles, 'supervisor may force admissions and watch figures live; default steward.'),
    ),
  },
  { title: 'CreateScannerDeviceBody', description: 'A device that is to scan.' },
);

const DeviceParams = Type.Object({
  id: Text(100, 'Id of the event, evt_….'),
  deviceId: Text(100, 'Id of the device, dev_….'),
});

const exampleDevice = {
  id: exampleDeviceId,
  event_id: exampleEventId,
  name: 'Door 2',
  gate: 'North',
  role: 'steward',
  status: 'waiting',
  paired_at: null,
  expires_at: '2026-12-20T17:10:00.000Z',
  revoked_at: null,
  created_at: '2026-12-20T17:00:00.000Z',
  livemode: true,
} as const;
const examplePaired = {
  ...exampleDevice,
  status: 'paired',
  paired_at: '2026-12-20T17:02:00.000Z',
  expires_at: '2026-12-21T11:02:00.000Z',
} as const;

export const createScannerDevice = operation({
  id: 'createScannerDevice',
  method: 'POST',
  path: '/events/:id/devices',
  tag: 'Scanning',
  summary: 'Prepare a device for pairing',
  description: 'Answers a pairing code of eight digits for the device.',
  scope: 'events:write',
  showsOnce: true,
  status: 201,
  params: EventParams,
  body: CreateScannerDeviceBody,
  answer: NewScannerDevice,
  errors: ['EVENT_NOT_FOUND', 'GATE_NOT_ALLOWED'],
  example: {
    params: { id: exampleEventId },
    body: { name: 'Door 2', gate: 'North', role: 'steward' },
    answer: { ...exampleDevice, pairing_code: '48210937' },
  },
});

export const listScannerDevices = operation({
  id: 'listScannerDevices',
  method: 'GET',
  path: '/events/:id/devices',
  tag: 'Scanning',
  summary: 'List devices',
  description: 'Newest first, those that ended included.',
  scope: 'events:read',
  list: true,
  status: 200,
  params: EventParams,
  query: ListQuery(sorts, {}),
  answer: ScannerDevice,
  errors: ['EVENT_NOT_FOUND'],
  example: { params: { id: exampleEventId }, query: { limit: 20 }, answer: examplePaired },
});

export const getScannerDevice = operation({
  id: 'getScannerDevice',
  method: 'GET',
  path: '/events/:id/devices/:deviceId',
  tag: 'Scanning',
  summary: 'Get a device',
  description: 'Whether it is paired, and until when.',
  scope: 'events:read',
  status: 200,
  params: DeviceParams,
  answer: ScannerDevice,
  errors: ['EVENT_NOT_FOUND', 'DEVICE_NOT_FOUND'],
  example: { params: { id: exampleEventId, deviceId: exampleDeviceId }, answer: examplePaired },
});

export const revokeScannerDevice = operation({
  id: 'revokeScannerDevice',
  method: 'DELETE',
  path: '/events/:id/devices/:deviceId',
  tag: 'Scanning',
  summary: 'End a device',
  description:
    'Its code and token open nothing from then on, within 3 seconds everywhere. One already ended is answered again.',
  scope: 'events:write',
  status: 200,
  params: DeviceParams,
  answer: ScannerDevice,
  errors: ['EVENT_NOT_FOUND', 'DEVICE_NOT_FOUND'],
  example: {
    params: { id: exampleEventId, deviceId: exampleDeviceId },
    answer: { ...examplePaired, status: 'revoked', revoked_at: '2026-12-20T18:00:00.000Z' },
  },
});

export const pairScanner = operation({
  id: 'pairScanner',
  method: 'POST',
  path: '/public/scanner/pair',
  tag: 'Scanning',
  summary: 'Pair a device',
  description:
    'Turns a pairing code into a token that holds for 18 hours. After five wrong codes from one address pairing from there waits for ten minutes: RATE_LIMITED.',
  scope: 'tickets:scan',
  publicKey: true,
  showsOnce: true,
  status: 200,
  body: Type.Object(
    { pairing_code: Type.String({ pattern: '^[0-9]{8}$', description: 'Eight digits.' }) },
    { title: 'PairScannerBody', description: 'The code that the organiser shows.' },
  ),
  answer: PairedScanner,
  errors: ['SCANNER_NOT_PAIRED'],
  example: {
    body: { pairing_code: '48210937' },
    answer: {
      scanner_token: 'sct_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      device: examplePaired,
      event: { id: exampleEventId, name: 'Freetown Jazz' },
    },
  },
});
