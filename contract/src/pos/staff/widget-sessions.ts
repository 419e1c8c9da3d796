import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Described, IpRangesIn, Nullable, OneOf, shownMode, Text, TimeOut } from '../../schema.ts';
import { CreatedAtOut } from '../../shared-fields.ts';
import { SCOPES, type Scope } from '../../scopes.ts';
import { exampleStaff } from './staff.ts';
import { exampleTerminal } from './terminals.ts';
import { scopesOfPermissions, sessionWidgets } from './words.ts';

/** How long a session lasts at most. */
export const widgetSessionSecondsMax = 43_200;

const Scopes = Type.Unsafe<Scope[]>({
  type: 'array',
  uniqueItems: true,
  maxItems: SCOPES.length,
  items: { type: 'string', enum: [...SCOPES] },
});

const record = {
  id: Type.String({ description: '`wse_…`.' }),
  widget: OneOf(sessionWidgets, 'What the session is for.'),
  scopes: Type.Unsafe<Scope[]>({
    ...Scopes,
    description: 'What it may do: never more than the person behind it.',
  }),
  staff_id: Nullable(
    Type.String({ description: 'Who signed in, or for whom it was begun; null: nobody in particular.' }),
  ),
  staff_name: Nullable(Type.String({ description: "Who works in it; null: it is nobody's own." })),
  terminal_id: Nullable(Type.String({ description: 'The till it was begun at, or for; null: none.' })),
  ip_ranges: Type.Array(Type.String(), { description: 'Addresses from which it may be used; empty: any.' }),
  created_at: CreatedAtOut,
  expires_at: TimeOut('When it stops holding.'),
  ended_at: Nullable(TimeOut('When somebody ended it; null: nobody did.')),
  ...shownMode,
};

const WidgetSession = Type.Object(record, {
  title: 'WidgetSession',
  description: 'A session of a widget or a till, without its token.',
});
export type WidgetSession = Static<typeof WidgetSession>;

const NewWidgetSession = Type.Object(
  {
    ...record,
    token: Type.String({
      description: 'wst_live_… or wst_test_…, sent as "Authorization: Bearer <token>". Shown only here.',
    }),
  },
  { title: 'NewWidgetSession', description: 'A session with its token.' },
);
export type NewWidgetSession = Static<typeof NewWidgetSession>;

export const exampleWidgetSession = {
  id: 'wse_01m7yq3b6h2xr8k5v0j4n9d7f1',
  widget: 'pos_terminal',
  scopes: [...scopesOfPermissions(exampleStaff.permissions)],
  staff_id: exampleStaff.id,
  staff_name: exampleStaff.name,
  terminal_id: exampleTerminal.id,
  ip_ranges: [],
  created_at: '2026-11-21T09:20:00.000Z',
  expires_at: '2026-11-21T21:20:00.000Z',
  ended_at: null,
  livemode: true,
  test: false,
} as const;

export const createWidgetSession = operation({
  id: 'createWidgetSession',
  method: 'POST',
  path: '/widget-sessions',
  tag: 'Staff and tills',
  summary: 'Sign in at a till, or begin a session for a widget',
  description: [
    "With a public key and a till's X-Terminal-Token: who types staff_id and pin gets a session with the scopes of their permissions. After five wrong PINs the person waits 15 minutes: RATE_LIMITED. A demo key of test mode needs no PIN.",
    "With a secret key: the merchant's own server begins a session for one of its pages, with scopes that the key has itself, for staff_id, where it names one, and at terminal_id, where the page is to be a till. The page may be elsewhere than a key that is bound to addresses: ip_ranges says from where.",
    'The token acts like a key until it expires, is ended, or its key, person, till or pairing is. Pages may use it whose origin the public key lists that began it, or any public key of the merchant where a secret one did.',
  ].join('\n\n'),
  scope: 'pos:admin',
  publicKey: true,
  showsOnce: true,
  status: 201,
  body: Type.Object(
    {
      widget: Type.Optional(
        OneOf(sessionWidgets, 'What it is for, which limits what it may do; default pos_terminal.'),
      ),
      staff_id: Type.Optional(Text(100, 'Who it is for; required with a PIN.')),
      pin: Type.Optional(
        Type.String({
          maxLength: 20,
          description: "The person's PIN; with a public key, unless that is a demo key.",
        }),
      ),
      terminal_id: Type.Optional(
        Text(
          100,
          'The till that the page becomes, with a secret key: it takes that up with its session, POST /pos/terminals/claim, and needs no pairing code.',
        ),
      ),
      scopes: Type.Optional(Described(Scopes, 'What the session may do; left out: what the widget needs.')),
      ip_ranges: Type.Optional(
        IpRangesIn(
          'Addresses or ranges from which it may be used, 102.143.0.0/16; an empty list: any. Default: those of the key. With a secret key.',
        ),
      ),
      expires_in: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: widgetSessionSecondsMax,
          default: widgetSessionSecondsMax,
          description: 'Seconds until it ends.',
        }),
      ),
    },
    {
      title: 'CreateWidgetSessionBody',
      description:
        'Whose session, and for what. Scopes default to all that the widget, the key and the person allow.',
    },
  ),
  answer: NewWidgetSession,
  errors: ['TERMINAL_NOT_PAIRED', 'INVALID_CREDENTIALS', 'STAFF_NOT_FOUND', 'TERMINAL_NOT_FOUND'],
  example: {
    body: { widget: 'pos_terminal', staff_id: exampleStaff.id, pin: '4827' },
    answer: { ...exampleWidgetSession, token: 'wst_live_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE' },
  },
});

export const listWidgetSessions = operation({
  id: 'listWidgetSessions',
  method: 'GET',
  path: '/widget-sessions',
  tag: 'Staff and tills',
  summary: 'List sessions',
  description: 'Newest first; those that ended are kept for 30 days.',
  scope: 'pos:admin',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    staff_id: Type.Optional(Text(100, 'Only those of one person.')),
    terminal_id: Type.Optional(Text(100, 'Only those of one till.')),
    is_open: Type.Optional(
      Type.Boolean({ description: 'Only those that are neither ended nor expired, or only the others.' }),
    ),
  }),
  answer: WidgetSession,
  errors: [],
  example: { query: { is_open: true }, answer: exampleWidgetSession },
});

export const endWidgetSession = operation({
  id: 'endWidgetSession',
  method: 'DELETE',
  path: '/widget-sessions/:id',
  tag: 'Staff and tills',
  summary: 'End a session',
  description:
    'Its token opens nothing from then on, within 5 seconds everywhere. One that ended is answered again.',
  scope: 'pos:admin',
  status: 200,
  params: Type.Object({ id: Text(100, 'Id of the session, wse_….') }),
  answer: WidgetSession,
  errors: ['WIDGET_SESSION_NOT_FOUND'],
  example: {
    params: { id: exampleWidgetSession.id },
    answer: { ...exampleWidgetSession, ended_at: '2026-11-21T17:00:00.000Z' },
  },
});

export const getCurrentWidgetSession = operation({
  id: 'getCurrentWidgetSession',
  method: 'GET',
  path: '/widget-sessions/current',
  tag: 'Staff and tills',
  summary: 'Read the session that calls',
  description: 'What the token may do, and until when. A key has no session.',
  scope: 'pos:admin',
  sessions: 'always',
  status: 200,
  answer: WidgetSession,
  errors: ['WIDGET_SESSION_NOT_FOUND'],
  example: { answer: exampleWidgetSession },
});

export const endCurrentWidgetSession = operation({
  id: 'endCurrentWidgetSession',
  method: 'DELETE',
  path: '/widget-sessions/current',
  tag: 'Staff and tills',
  summary: 'Sign out',
  description: 'Ends the session that calls.',
  scope: 'pos:admin',
  sessions: 'always',
  status: 200,
  answer: WidgetSession,
  errors: ['WIDGET_SESSION_NOT_FOUND'],
  example: { answer: { ...exampleWidgetSession, ended_at: '2026-11-21T17:00:00.000Z' } },
});
