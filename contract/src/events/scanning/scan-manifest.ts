import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Livemode, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { EventIdOut, TicketTypeIdOut } from '../../shared-fields.ts';
import { ScanPolicy } from '../scan-policy.ts';
import { eventStatuses, reEntries } from '../words.ts';
import { exampleEventId, exampleScannedTicket } from './examples.ts';
import { EventParams } from './scan-schemas.ts';

/**
 * What it costs to look a typed code up: a door tries all peppers, the service, which knows each ticket's, only one. So a
 * search for codes costs the thief what it costs the doors, 524,288 rounds for each try, and a ticket costs the service 1,024.
 */
export const typedCodeCost = Object.freeze({
  kdf: 'PBKDF2-SHA-256',
  iterations: 1_024,
  peppers: 512,
} as const);

const TypedCodes = Type.Object(
  {
    kdf: Type.Literal(typedCodeCost.kdf, { description: 'How typed codes are hashed.' }),
    iterations: Type.Integer({ description: 'Of each try.' }),
    peppers: Type.Integer({
      description: "A code's own is one of the numbers below this; a door tries them all.",
    }),
    salt: Type.String({
      description:
        "16 bytes, base64. Another one than in the manifest before after a change of the service's secret key.",
    }),
    hashes: Type.String({
      description:
        'Base64 of 16 bytes for each record: PBKDF2 of the ten characters of the code, with the salt and two bytes of pepper, big-endian, behind it.',
    }),
  },
  { description: 'Typed codes by a hash that is slow to search.' },
);
export type TypedCodes = Static<typeof TypedCodes>;

export const ScanManifest = Type.Object(
  {
    event: Type.Object(
      {
        id: EventIdOut,
        name: Type.String({ description: 'As buyers read it.' }),
        status: OneOf(eventStatuses, 'How far the event is.'),
        livemode: Livemode,
        start_date: TimeOut('UTC.'),
        end_date: TimeOut('UTC.'),
        re_entry: OneOf(reEntries, 'Whether a ticket may come in again, and how often.'),
      },
      { description: 'What the device scans for.' },
    ),
    keys: Type.Array(
      Type.Object({
        kid: Type.Integer({ description: 'Number of the key within the event, as codes name it.' }),
        alg: Type.Literal('Ed25519', { description: 'Always Ed25519 (RFC 8032).' }),
        public_key: Type.String({ description: '32 bytes, base64.' }),
      }),
      { description: 'What the QR codes of this event are signed with.' },
    ),
    ticket_types: Type.Array(
      Type.Object({
        id: TicketTypeIdOut,
        index: Type.Integer({ description: 'As QR codes write it.' }),
        name: Type.String({ description: 'As it stands on the ticket.' }),
        admits: Type.Integer({ description: 'People that one ticket lets in.' }),
        gates: Nullable(
          Type.Array(Type.String(), { description: 'The only gates it is good for; null: any.' }),
        ),
        door_note: Nullable(
          Type.String({ description: 'What the steward does with who has such a ticket; null: nothing.' }),
        ),
        valid_from: Nullable(TimeOut('UTC.')),
        valid_until: Nullable(TimeOut('UTC.')),
      }),
      { description: 'A record names its type by its place here, from 0.' },
    ),
    gates: Type.Array(Type.String(), { description: 'All gates of the event; empty: it names none.' }),
    policy: ScanPolicy,
    generated_at: TimeOut('UTC.'),
    expires_at: TimeOut('UTC; 24 hours later.'),
    cursor: Type.String({ description: 'Send it with the next request, for what has changed since.' }),
    full: Type.Boolean({ description: 'The first part of a whole manifest: forget what you had.' }),
    has_more: Type.Boolean({ description: 'More follows at once with cursor.' }),
    count: Type.Integer({ description: 'Records in tickets.' }),
    tickets: Type.String({
      description:
        'Base64 of 16-byte records, big-endian: 8 bytes of SHA-256 over the 12 ticket bytes of the QR code, 1 byte state and flags, 2 bytes epoch, 1 byte ticket type, 4 bytes first admission in Unix seconds (0: none).',
    }),
    human_codes: Type.Optional(
      Type.String({
        description:
          'Base64 of 6 bytes for each record: the start of SHA-256 over event id, a line feed and the ten characters of the code.',
      }),
    ),
    typed_codes: Type.Optional(TypedCodes),
    names: Type.Optional(
      Type.Array(Nullable(Type.String()), {
        description:
          "For each record the holder's name, or null: base64 of 12 bytes nonce, AES-256-GCM ciphertext and tag; the key is HKDF-SHA256 of the signature in the QR code.",
      }),
    ),
  },
  { title: 'ScanManifest', description: 'What a door needs to work without the service.' },
);
export type ScanManifest = Static<typeof ScanManifest>;

const query = Type.Object({
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Of the manifest before: only what has changed since.',
    }),
  ),
  typed_codes: Type.Optional(
    Type.Boolean({
      description: 'With slow hashes of the codes that people type, at most 2,000 records at once.',
    }),
  ),
  human_codes: Type.Optional(
    Type.Boolean({
      description:
        'With fast hashes of the codes that people type. The risk: who copies them off the device finds those codes with a good graphics card within the hour; typed_codes has not this risk. Paired devices and sessions get typed_codes instead, unless scan_policy.fast_code_hashes is true.',
    }),
  ),
  names: Type.Optional(
    Type.Boolean({ description: "With holders' names, each readable only with its ticket in front." }),
  ),
});

const description =
  'A whole manifest first, changes by cursor afterwards. Records may come again; the later one counts. Ten thousand tickets are 160 kB before base64.';

const example = {
  params: { id: exampleEventId },
  answer: {
    event: {
      id: exampleEventId,
      name: 'Freetown Jazz',
      status: 'published',
      livemode: true,
      start_date: '2026-12-20T18:00:00.000Z',
      end_date: '2026-12-20T23:00:00.000Z',
      re_entry: 'none',
    },
    keys: [{ kid: 1, alg: 'Ed25519', public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' }],
    ticket_types: [
      {
        id: exampleScannedTicket.ticket_type_id,
        index: 0,
        name: 'VIP',
        admits: 1,
        gates: null,
        door_note: 'Give the red wristband',
        valid_from: null,
        valid_until: null,
      },
    ],
    gates: ['North', 'South'],
    policy: {
      gates: ['North', 'South'],
      mode: 'online_preferred',
      gate_partition: false,
      unverified: 'refuse',
      scanner_auth: null,
      fast_code_hashes: false,
    },
    generated_at: '2026-12-20T17:00:00.000Z',
    expires_at: '2026-12-21T17:00:00.000Z',
    cursor: 'MTc2NjI0OTk0MDAwMC4',
    full: true,
    has_more: false,
    count: 1,
    tickets: 'u3Zy1hVrT0MAAAAAAAAAAA==',
  },
} as const;

export const getScanManifest = operation({
  id: 'getScanManifest',
  method: 'GET',
  path: '/events/:id/scan-manifest',
  tag: 'Scanning',
  summary: 'Get what a door needs offline',
  description,
  scope: 'tickets:scan',
  status: 200,
  params: EventParams,
  query,
  answer: ScanManifest,
  errors: ['EVENT_NOT_FOUND'],
  example,
});

export const getScanManifestAtDoor = operation({
  id: 'getScanManifestAtDoor',
  method: 'GET',
  path: '/public/events/:id/scan-manifest',
  tag: 'Scanning',
  summary: 'Get what a paired device needs offline',
  description: `${description} With the header X-Scanner-Token.`,
  scope: 'tickets:scan',
  publicKey: true,
  status: 200,
  params: EventParams,
  query,
  answer: ScanManifest,
  errors: ['SCANNER_NOT_PAIRED', 'EVENT_NOT_FOUND'],
  example,
});
