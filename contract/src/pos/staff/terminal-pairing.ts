import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeOut } from '../../schema.ts';
import { exampleStaff } from './staff.ts';
import { exampleTerminal, pairingStatuses, Terminal, TerminalParams } from './terminals.ts';

const Pairing = Type.Object(
  {
    terminal_id: Type.String({ description: '`trm_…`.' }),
    status: OneOf(pairingStatuses, 'Whether a device is bound to the till.'),
    paired_at: Nullable(TimeOut('When the device that is bound to it was; null: none is bound.')),
    code_expires_at: Nullable(TimeOut('When the code that waits ends; null: no code waits.')),
  },
  { title: 'TerminalPairing', description: 'Whether a device is bound to a till.' },
);
export type TerminalPairing = Static<typeof Pairing>;

const NewPairing = Type.Object(
  {
    terminal_id: Type.String({ description: '`trm_…`.' }),
    pairing_code: Type.String({
      description:
        'Eight digits for POST /pos/terminals/claim; used once, within 10 minutes. Shown only here.',
    }),
    code_expires_at: TimeOut('When the code stops working.'),
  },
  { title: 'NewTerminalPairing', description: 'The code that binds a device to a till.' },
);
export type NewTerminalPairing = Static<typeof NewPairing>;

const ClaimedTerminal = Type.Object(
  {
    terminal_token: Type.String({ description: 'trt_…, for the header X-Terminal-Token. Shown only here.' }),
    terminal: Terminal,
    store_name: Type.String({ description: 'Whose till it is, as buyers read it.' }),
    currency: Type.String({ description: "The merchant's currency, ISO 4217." }),
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
    staff: Type.Array(
      Type.Object({
        id: Type.String({ description: '`stf_…`.' }),
        name: Type.String({ description: 'As colleagues read it.' }),
      }),
      {
        description: 'Who can sign in here, by name.',
      },
    ),
    pin_required: Type.Boolean({ description: 'False with a demo key of test mode.' }),
    accent: Nullable(
      Type.String({
        description: "The colour of the merchant's branding, `#rrggbb`, which its tills wear; null: none.",
      }),
    ),
  },
  { title: 'CurrentTerminal', description: 'The till that a device is bound to, and who works at it.' },
);
export type CurrentTerminal = Static<typeof CurrentTerminal>;

export const pairTerminal = operation({
  id: 'pairTerminal',
  method: 'POST',
  path: '/pos/terminals/:id/pair',
  tag: 'Staff and tills',
  summary: 'Get a pairing code for a till',
  description:
    'The code before stops working. A device that is bound already goes on until another one uses the code.',
  scope: 'pos:admin',
  showsOnce: true,
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
  description: [
    "Turns a pairing code into the till's token, which holds until the pairing ends. The device that was bound before is so no longer. After five wrong codes from one address pairing from there waits for ten minutes: RATE_LIMITED.",
    "A session that the merchant's own server began for a till (terminal_id of POST /widget-sessions) needs no code. A device that is that till already sends its X-Terminal-Token: it keeps the token, and the session is bound to it.",
  ].join('\n\n'),
  scope: 'pos:admin',
  publicKey: true,
  sessions: 'always',
  showsOnce: true,
  status: 200,
  body: Type.Object(
    {
      pairing_code: Type.Optional(
        Type.String({
          pattern: '^[0-9]{8}$',
          description: 'Eight digits; left out by a session that was begun for a till.',
        }),
      ),
    },
    { title: 'ClaimTerminalBody', description: 'The code that the merchant shows.' },
  ),
  answer: ClaimedTerminal,
  errors: ['TERMINAL_NOT_PAIRED'],
  example: {
    body: { pairing_code: '48210937' },
    answer: {
      terminal_token: 'trt_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      terminal: exampleTerminal,
      store_name: 'Aminata Stores',
      currency: 'SLE',
    },
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
    answer: {
      terminal: exampleTerminal,
      staff: [{ id: exampleStaff.id, name: exampleStaff.name }],
      pin_required: true,
      accent: '#7a1f5c',
    },
  },
});
