import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Nullable, OneOf, shownMode, Text } from '../../schema.ts';
import { CreatedAtOut, UpdatedAtOut, VersionOut } from '../../shared-fields.ts';

export const pairingStatuses = Object.freeze(['none', 'waiting', 'paired'] as const);
export type PairingStatus = (typeof pairingStatuses)[number];

const Code = Type.String({
  pattern: '^[A-Z0-9]{1,8}$',
  description:
    "What its receipt numbers begin with: up to 8 capital letters and digits, no other till's, removed ones included.",
});

const shown = {
  name: Text(100, 'As staff read it.'),
  code: Code,
  location_id: Text(100, "Where it stands; default the merchant's default location."),
  is_active: Type.Boolean({ description: 'At one that is not nobody signs in.' }),
};

export const Terminal = Type.Object(
  {
    id: Type.String({ description: '`trm_…`.' }),
    version: VersionOut,
    ...shown,
    pairing_status: OneOf(
      pairingStatuses,
      'waiting: a code waits for its device; paired: a device is bound to it, also while another code waits.',
    ),
    cash_session_id: Nullable(
      Type.String({ description: 'The cash session that is open at it; null: none is open.' }),
    ),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'Terminal', description: 'A till.' },
);
export type Terminal = Static<typeof Terminal>;

export const TerminalParams = Type.Object({ id: Text(100, 'Id of the till, trm_….') });
const readOnly = [
  'id',
  'version',
  'pairing_status',
  'cash_session_id',
  'livemode',
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
  livemode: true,
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
    { name: Text(100, 'As staff are to read it.'), code: Type.Optional(Code), ...changeable },
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
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      is_active: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not.' })),
      location_id: Type.Optional(Text(100, 'Only those that stand there.')),
    },
    'Newest or oldest first, or by name.',
  ),
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
    { name: Type.Optional(Text(100, 'As staff are to read it.')), ...changeable },
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
