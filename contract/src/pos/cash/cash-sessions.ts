import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { AmountIn, OneOf, Text, TimeIn } from '../../schema.ts';
import { cashMovementTypes, cashSessionStatuses } from '../words.ts';
import {
  exampleCashSession,
  exampleClosedSession,
  exampleCashMovement,
  exampleXReport,
  exampleZReport,
} from './cash-examples.ts';
import { CashMovement, CashReport, CashSession, CountedIn, SessionParams } from './cash-schema.ts';

export const openCashSession = operation({
  id: 'openCashSession',
  method: 'POST',
  path: '/pos/cash-sessions',
  tag: 'Cash drawers',
  summary: 'Open a drawer',
  description:
    'At a till, or at a location for a drawer without a till; one at a time. In a session at a till that till is meant unless another is named.',
  scope: 'cash:write',
  status: 201,
  body: Type.Object(
    {
      terminal_id: Type.Optional(Text(100, 'The till.')),
      location_id: Type.Optional(
        Text(100, "Where there is no till; default the merchant's default location."),
      ),
      opening_float: Type.Optional(AmountIn('Cash in the drawer, in major units; default 0.')),
      staff_id: Type.Optional(
        Text(100, 'Who opens it; needs the permission cash. In a session the person who signed in.'),
      ),
    },
    { title: 'OpenCashSessionBody', description: 'Whose drawer, and what is in it.' },
  ),
  bodyOptional: true,
  readOnly: [
    'id',
    'status',
    'currency',
    'opened_by',
    'opened_at',
    'closed_by',
    'closed_at',
    'z_report_id',
    'z_number',
    'livemode',
    'test',
  ],
  answer: CashSession,
  errors: [
    'TERMINAL_NOT_FOUND',
    'LOCATION_NOT_FOUND',
    'STATE_CONFLICT',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'CASH_SESSION_ALREADY_OPEN',
    'AMOUNT_PRECISION',
  ],
  example: {
    body: {
      terminal_id: exampleCashSession.terminal_id,
      opening_float: 500,
      staff_id: exampleCashSession.opened_by,
    },
    answer: exampleCashSession,
  },
});

export const listCashSessions = operation({
  id: 'listCashSessions',
  method: 'GET',
  path: '/pos/cash-sessions',
  tag: 'Cash drawers',
  summary: 'List cash sessions',
  description: 'Newest first unless sorted otherwise, by when they were opened.',
  scope: 'cash:write',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(cashSessionStatuses),
    terminal_id: Type.Optional(Text(100, 'Only those of one till.')),
    location_id: Type.Optional(Text(100, 'Only those of one location.')),
    flagged: Type.Optional(
      Type.Boolean({ description: 'Those in which a person should look at something, or the others.' }),
    ),
    flagged_since: Type.Optional(
      TimeIn('Those in which something to look at came in at or after this moment.'),
    ),
  }),
  answer: CashSession,
  errors: [],
  example: { query: { status: 'open' }, answer: exampleCashSession },
});

export const getCashSession = operation({
  id: 'getCashSession',
  method: 'GET',
  path: '/pos/cash-sessions/:id',
  tag: 'Cash drawers',
  summary: 'Read a cash session',
  scope: 'cash:write',
  status: 200,
  params: SessionParams,
  answer: CashSession,
  errors: ['CASH_SESSION_NOT_FOUND'],
  example: { params: { id: exampleCashSession.id }, answer: exampleClosedSession },
});

export const createCashMovement = operation({
  id: 'createCashMovement',
  method: 'POST',
  path: '/pos/cash-sessions/:id/movements',
  tag: 'Cash drawers',
  summary: 'Put cash in, take it out, or open the drawer',
  description:
    'no_sale only notes that the drawer was opened. The same client_id and content again answers the first movement, for ever.',
  scope: 'cash:write',
  status: 201,
  otherStatuses: [200],
  params: SessionParams,
  body: Type.Object(
    {
      client_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'What the till calls it, unique for ever.' }),
      ),
      type: OneOf(cashMovementTypes, 'drop: taken to the safe or the bank.'),
      amount: Type.Optional(AmountIn('More than 0, in major units; left out for no_sale.')),
      reason: Type.Optional(Text(200, 'Why; required but for a drop.')),
      staff_id: Type.Optional(Text(100, 'Who does it; needs the permission cash, or no_sale.')),
      occurred_at: Type.Optional(
        TimeIn('When it happened at a till without network; default now, and never later.'),
      ),
    },
    { title: 'CreateCashMovementBody', description: 'What is done with the drawer.' },
  ),
  answer: CashMovement,
  errors: [
    'CASH_SESSION_NOT_FOUND',
    'CASH_SESSION_CLOSED',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'AMOUNT_PRECISION',
  ],
  example: {
    params: { id: exampleCashSession.id },
    body: {
      client_id: exampleCashMovement.client_id,
      type: 'pay_out',
      amount: 20,
      reason: exampleCashMovement.reason,
    },
    answer: exampleCashMovement,
  },
});

export const listCashMovements = operation({
  id: 'listCashMovements',
  method: 'GET',
  path: '/pos/cash-sessions/:id/movements',
  tag: 'Cash drawers',
  summary: 'List what was put in and taken out',
  description: 'Newest first.',
  scope: 'cash:write',
  list: true,
  status: 200,
  params: SessionParams,
  query: ListQuery(['-recorded_at', 'recorded_at'], {}),
  answer: CashMovement,
  errors: ['CASH_SESSION_NOT_FOUND'],
  example: { params: { id: exampleCashSession.id }, query: { limit: 20 }, answer: exampleCashMovement },
});

export const getCashReport = operation({
  id: 'getCashReport',
  method: 'GET',
  path: '/pos/cash-sessions/:id/report',
  tag: 'Cash drawers',
  summary: 'Read the figures of a cash session',
  description:
    'Of an open one as they stand (X), of a closed one its Z report: the same bytes for ever. Remove hash from a Z report, write it as canonical JSON (RFC 8785: sorted keys, no blanks), and SHA-256 of that is its hash; previous_hash is the hash of the report numbered one less.',
  scope: 'cash:write',
  status: 200,
  params: SessionParams,
  answer: CashReport,
  errors: ['CASH_SESSION_NOT_FOUND'],
  example: { params: { id: exampleCashSession.id }, answer: exampleXReport },
});

export const closeCashSession = operation({
  id: 'closeCashSession',
  method: 'POST',
  path: '/pos/cash-sessions/:id/close',
  tag: 'Cash drawers',
  summary: 'Count and close a drawer',
  description:
    'Answers its Z report. What is sold meanwhile is in it, or is refused with CASH_SESSION_CLOSED. A till that holds sales back says how many in unsynced_count, and closes only with force; those sales come late.',
  scope: 'cash:write',
  status: 200,
  params: SessionParams,
  body: Type.Object(
    {
      counted: Type.Array(CountedIn, {
        maxItems: 20,
        description: 'What was counted of each tender; one that is left out was not.',
      }),
      note: Type.Optional(Text(500, 'Kept in the report.')),
      unsynced_count: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Sales that the till has not sent yet.' }),
      ),
      force: Type.Optional(Type.Boolean({ description: 'Close although sales have not arrived.' })),
      staff_id: Type.Optional(Text(100, 'Who closes it; needs the permission close_session.')),
    },
    { title: 'CloseCashSessionBody', description: 'What is in the drawer.' },
  ),
  answer: CashReport,
  errors: [
    'CASH_SESSION_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'UNSYNCED_SALES',
    'CASH_SESSION_CLOSED',
    'AMOUNT_PRECISION',
  ],
  example: {
    params: { id: exampleCashSession.id },
    body: {
      counted: [
        {
          tender: 'cash',
          amount: 630,
          denominations: [
            { value: 100, count: 6 },
            { value: 10, count: 3 },
          ],
        },
      ],
      note: 'Quiet day',
    },
    answer: exampleZReport,
  },
});
