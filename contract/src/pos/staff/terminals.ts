import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Deleted, Nullable, OneOf, PageQuery, Text, TimeOut } from '../../schema.ts';
import { exampleStaff } from './staff.ts';

export const pairingStatuses = Object.freeze(['none', 'waiting', 'paired'] as const);
export type PairingStatus = (typeof pairingStatuses)[number];

const Code = Type.String({
  pattern: '^[A-Z0-9]{1,8}$',
  description:
    "What its receipt numbers begin with: up to 8 capital letters and digits, no other till's, removed ones included.",
});

const shown = {
  name: Text(100),
  code: Code,
  location_id: Text(100, "Where it stands; default the merchant's default location."),
  is_active: Type.Boolean({ description: 'At one that is not nobody signs in.' }),
};

export const Terminal = Type.Object(
  {
    id: Type.String(),
    version: Type.Integer(),
    ...shown,
    pairing_status: OneOf(
      pairingStatuses,
      'waiting: a code waits for its device; paired: a device is bound to it, also while another code waits.',
    ),
    cash_session_id: Nullable(Type.String({ description: 'The cash session that is open at it.' })),
    test: Type.Boolean(),
    created_at: TimeOut(),
    updated_at: TimeOut(),
  },
  { title: 'Terminal', description: 'A till.' },
);
export type Terminal = Static<typeof Terminal>;

const Pairing = Type.Object(
  {
    terminal_id: Type.String(),
    status: OneOf(pairingStatuses),
    paired_at: Nullable(TimeOut('When the device that is bound to it was.')),
    code_expires_at: Nullable(TimeOut('When the code that waits ends.')),
  },
  { title: 'TerminalPairing', description: 'Whether a device is bound to a till.' },
);
export type TerminalPairing = Static<typeof Pairing>;

const NewPairing = Type.Object(
  {
    terminal_id: Type.String(),
    pairing_code: Type.String({
      description:
        'Eight digits for POST /pos/terminals/claim; used once, within 10 minutes. Shown only here.',
    }),
    code_expires_at: TimeOut(),
  },
  { title: 'NewTerminalPairing', description: 'The code that binds a device to a till.' },
);
export type NewTerminalPairing = Static<typeof NewPairing>;

const ClaimedTerminal = Type.Object(
  {
    terminal_token: Type.String({ description: 'trt_…, for the header X-Terminal-Token. Shown only here.' }),
    terminal: Terminal,
  },
  {
    title: 'ClaimedTerminal',
    description: 'The till that a device is bound to from now on, with its token.',
  },
);
export type ClaimedTerminal = Static<typeof ClaimedTerminal>;

const CurrentTerminal = Type.Object(
  {
    terminal: Terminal,
    staff: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Who can sign in here, by name.',
    }),
  },
  { title: 'CurrentTerminal', description: 'The till that a device is bound to, and who works at it.' },
);
export type CurrentTerminal = Static<typeof CurrentTerminal>;

const TerminalParams = Type.Object({ id: Text(100, 'Id of the till, trm_….') });
const readOnly = [
  'id',
  'version',
  'pairing_status',
  'cash_session_id',
  'test',
  'created_at',
  'updated_at',
] as const;
const changeable = {
  location_id: Type.Optional(shown.location_id),
  is_active: Type.Optional(shown.is_active),
};

export const exampleTerminal = {
  id: 'trm_01m7yq2k3d7gz5w9n4c8h1p6s2',
  version: 1,
  name: 'Front till',
  code: 'T01',
  location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
  is_active: true,
  pairing_status: 'paired',
  cash_session_id: null,
  test: false,
  created_at: '2026-11-21T09:16:00.000Z',
  updated_at: '2026-11-21T09:16:00.000Z',
} as const;

export const createTerminal = operation({
  id: 'createTerminal',
  method: 'POST',
  path: '/pos/terminals',
  tag: 'Staff and tills',
  summary: 'Set up a till',
  description: 'Without a code it gets the next of T01, T02 ….',
  scope: 'pos:admin',
  status: 201,
  body: Type.Object(
    { name: Text(100), code: Type.Optional(Code), ...changeable },
    { title: 'CreateTerminalBody', description: 'What the till is called and where it stands.' },
  ),
  readOnly: [...readOnly],
  answer: Terminal,
  errors: ['LOCATION_NOT_FOUND', 'DUPLICATE_CODE'],
  example: {
    body: { name: 'Front till', code: 'T01' },
    answer: { ...exampleTerminal, pairing_status: 'none' },
  },
});

export const listTerminals = operation({
  id: 'listTerminals',
  method: 'GET',
  path: '/pos/terminals',
  tag: 'Staff and tills',
  summary: 'List tills',
  description: 'Newest first.',
  scope: 'pos:admin',
  list: true,
  csv: true,
  status: 200,
  query: Type.Object({
    ...PageQuery,
    is_active: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not.' })),
    location_id: Type.Optional(Text(100, 'Only those that stand there.')),
  }),
  answer: Terminal,
  errors: [],
  example: { query: { is_active: true }, answer: exampleTerminal },
});

export const getTerminal = operation({
  id: 'getTerminal',
  method: 'GET',
  path: '/pos/terminals/:id',
  tag: 'Staff and tills',
  summary: 'Read a till',
  scope: 'pos:admin',
  status: 200,
  params: TerminalParams,
  answer: Terminal,
  errors: ['TERMINAL_NOT_FOUND'],
  example: { params: { id: exampleTerminal.id }, answer: exampleTerminal },
});

export const updateTerminal = operation({
  id: 'updateTerminal',
  method: 'PATCH',
  path: '/pos/terminals/:id',
  tag: 'Staff and tills',
  summary: 'Change a till',
  description:
    'What is left out stays; the code stays always, since receipts bear it. One that is made inactive has no session any more within 5 seconds. It cannot move while a cash session is open at it.',
  scope: 'pos:admin',
  status: 200,
  params: TerminalParams,
  body: Type.Object(
    { name: Type.Optional(Text(100)), ...changeable },
    { title: 'UpdateTerminalBody', description: 'What is to change.' },
  ),
  readOnly: ['code', ...readOnly],
  answer: Terminal,
  errors: ['TERMINAL_NOT_FOUND', 'LOCATION_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleTerminal.id },
    body: { name: 'Till at the door' },
    answer: { ...exampleTerminal, version: 2, name: 'Till at the door' },
  },
});

export const deleteTerminal = operation({
  id: 'deleteTerminal',
  method: 'DELETE',
  path: '/pos/terminals/:id',
  tag: 'Staff and tills',
  summary: 'Remove a till',
  description:
    'Ends its pairing and its sessions within 5 seconds. Its code is not given again. Refused while a cash session is open at it: close that first.',
  scope: 'pos:admin',
  status: 200,
  params: TerminalParams,
  answer: Deleted,
  errors: ['TERMINAL_NOT_FOUND', 'STATE_CONFLICT'],
  example: { params: { id: exampleTerminal.id }, answer: { id: exampleTerminal.id, deleted: true } },
});

export const pairTerminal = operation({
  id: 'pairTerminal',
  method: 'POST',
  path: '/pos/terminals/:id/pair',
  tag: 'Staff and tills',
  summary: 'Get a pairing code for a till',
  description:
    'The code before stops working. A device that is bound already goes on until another one uses the code.',
  scope: 'pos:admin',
  status: 201,
  params: TerminalParams,
  answer: NewPairing,
  errors: ['TERMINAL_NOT_FOUND'],
  example: {
    params: { id: exampleTerminal.id },
    answer: {
      terminal_id: exampleTerminal.id,
      pairing_code: '48210937',
      code_expires_at: '2026-11-21T09:26:00.000Z',
    },
  },
});

export const getTerminalPairing = operation({
  id: 'getTerminalPairing',
  method: 'GET',
  path: '/pos/terminals/:id/pairing',
  tag: 'Staff and tills',
  summary: 'Read whether a till is paired',
  scope: 'pos:admin',
  status: 200,
  params: TerminalParams,
  answer: Pairing,
  errors: ['TERMINAL_NOT_FOUND'],
  example: {
    params: { id: exampleTerminal.id },
    answer: {
      terminal_id: exampleTerminal.id,
      status: 'paired',
      paired_at: '2026-11-21T09:17:00.000Z',
      code_expires_at: null,
    },
  },
});

export const endTerminalPairing = operation({
  id: 'endTerminalPairing',
  method: 'DELETE',
  path: '/pos/terminals/:id/pairing',
  tag: 'Staff and tills',
  summary: "End a till's pairing",
  description:
    'Neither code nor token opens anything from then on, and the sessions begun at the till end, within 5 seconds everywhere.',
  scope: 'pos:admin',
  status: 200,
  params: TerminalParams,
  answer: Pairing,
  errors: ['TERMINAL_NOT_FOUND'],
  example: {
    params: { id: exampleTerminal.id },
    answer: { terminal_id: exampleTerminal.id, status: 'none', paired_at: null, code_expires_at: null },
  },
});

export const claimTerminal = operation({
  id: 'claimTerminal',
  method: 'POST',
  path: '/pos/terminals/claim',
  tag: 'Staff and tills',
  summary: 'Bind a device to a till',
  description:
    "Turns a pairing code into the till's token, which holds until the pairing ends. The device that was bound before is so no longer. After five wrong codes from one address pairing from there waits for ten minutes: RATE_LIMITED.",
  scope: 'pos:admin',
  publicKey: true,
  status: 200,
  body: Type.Object(
    { pairing_code: Type.String({ pattern: '^[0-9]{8}$', description: 'Eight digits.' }) },
    { title: 'ClaimTerminalBody', description: 'The code that the merchant shows.' },
  ),
  answer: ClaimedTerminal,
  errors: ['TERMINAL_NOT_PAIRED'],
  example: {
    body: { pairing_code: '48210937' },
    answer: { terminal_token: 'trt_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE', terminal: exampleTerminal },
  },
});

export const getCurrentTerminal = operation({
  id: 'getCurrentTerminal',
  method: 'GET',
  path: '/pos/terminals/current',
  tag: 'Staff and tills',
  summary: 'Read the till that this device is bound to',
  description:
    'For a device with its X-Terminal-Token, before anybody signs in: which till it is, and who can.',
  scope: 'pos:admin',
  publicKey: true,
  status: 200,
  answer: CurrentTerminal,
  errors: ['TERMINAL_NOT_PAIRED'],
  example: {
    answer: { terminal: exampleTerminal, staff: [{ id: exampleStaff.id, name: exampleStaff.name }] },
  },
});
