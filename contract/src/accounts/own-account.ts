import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Nullable, TimeOut } from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { roleScopes } from './roles.ts';
import {
  exampleSignedInDriver,
  exampleSignedInUser,
  ScopesHeld,
  SignedInDriver,
  SignedInUser,
  SignedOut,
  Typed,
} from './sign-in.ts';

const asDriver = { tag: 'Accounts', scope: null, by: 'driver', status: 200 } as const;
/** Every role holds this scope; the handlers refuse merchants' keys, which have no session. */
const asUser = { tag: 'Accounts', scope: 'dispatch:read', by: 'dispatcher', status: 200 } as const;

export const SecretChanged = Type.Object(
  { changed: Type.Literal(true, { description: 'Always true: the old one lets nobody in any more.' }) },
  { title: 'SecretChanged', description: 'That the new one is in force and all other sessions have ended.' },
);

export const getDriverAccount = operation({
  ...asDriver,
  id: 'getDriverAccount',
  method: 'GET',
  path: '/driver/me',
  summary: 'Read who is signed in as a courier',
  answer: SignedInDriver,
  errors: [],
  example: { answer: exampleSignedInDriver },
});

export const signOutDriver = operation({
  ...asDriver,
  id: 'signOutDriver',
  method: 'POST',
  path: '/driver/logout',
  summary: 'Sign a courier out',
  description: 'Ends this session.',
  answer: SignedOut,
  errors: [],
  example: { answer: { signed_out: true } },
});

export const changePin = operation({
  ...asDriver,
  id: 'changePin',
  method: 'POST',
  path: '/driver/pin',
  summary: 'Change the PIN',
  description:
    "The courier's other sessions end. A PIN that everybody tries first (0000, 1212, 1234) is refused.",
  body: Type.Object(
    { pin: Typed('The PIN so far.'), new_pin: Typed('4 to 8 digits.') },
    { title: 'ChangePinBody', description: 'The old PIN and the new one.' },
  ),
  answer: SecretChanged,
  errors: ['INVALID_CREDENTIALS'],
  example: { body: { pin: '240791', new_pin: '719305' }, answer: { changed: true } },
});

export const getOperatorAccount = operation({
  ...asUser,
  id: 'getOperatorAccount',
  method: 'GET',
  path: '/dispatch/me',
  summary: 'Read who is signed in as a person of the platform',
  answer: Type.Object(
    { ...SignedInUser.properties, scopes: ScopesHeld },
    { title: 'OperatorAccount', description: 'Who is signed in, and with what rights.' },
  ),
  errors: ['OPERATORS_ONLY'],
  example: { answer: { ...exampleSignedInUser, scopes: roleScopes.dispatcher } },
});

export const signOutOperator = operation({
  ...asUser,
  id: 'signOutOperator',
  method: 'POST',
  path: '/dispatch/logout',
  summary: 'Sign a person of the platform out',
  description: 'Ends this session.',
  answer: SignedOut,
  errors: ['OPERATORS_ONLY'],
  example: { answer: { signed_out: true } },
});

export const changePassword = operation({
  ...asUser,
  id: 'changePassword',
  method: 'POST',
  path: '/dispatch/password',
  summary: 'Change the password',
  description: "One's other sessions end.",
  body: Type.Object(
    { password: Typed('The password so far.'), new_password: Typed('10 to 128 characters.') },
    { title: 'ChangePasswordBody', description: 'The old password and the new one.' },
  ),
  answer: SecretChanged,
  errors: ['OPERATORS_ONLY', 'INVALID_CREDENTIALS'],
  example: {
    body: { password: 'cotton tree at dawn', new_password: 'three ferries to Lungi' },
    answer: { changed: true },
  },
});

export const BrowserOut = Nullable(
  Type.String({ description: 'Chrome, Firefox, Safari, as it said itself.' }),
  'With which browser, as it said itself: Chrome; null: it is none that we know.',
);
export const SystemOut = Nullable(
  Type.String({ description: 'Android, iOS, Windows, as it said itself.' }),
  'On which system: Android; null: none that we know.',
);

export const OpenSession = Type.Object(
  {
    id: Type.String({ description: '`ses_…`, for ending this session.' }),
    address: Type.String({ description: 'Where it was signed in from.' }),
    browser: BrowserOut,
    system: SystemOut,
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    created_at: CreatedAtOut,
    last_seen_at: TimeOut('To the minute.'),
    expires_at: TimeOut('When it ends if it is not used before.'),
  },
  { title: 'OpenSession', description: 'A session that opens now.' },
);
export type OpenSession = Static<typeof OpenSession>;

export const exampleSession = {
  id: 'ses_01m7yp4hx1d2e3f4g5h6j7k8m9',
  address: '102.143.20.7',
  browser: 'Chrome',
  system: 'Android',
  current: true,
  created_at: '2026-11-21T08:02:11.000Z',
  last_seen_at: '2026-11-21T09:14:00.000Z',
  expires_at: '2026-11-21T21:14:00.000Z',
};

export const listSessions = operation({
  ...asUser,
  id: 'listSessions',
  method: 'GET',
  path: '/dispatch/sessions',
  summary: "List one's own sessions",
  description: 'Those that open now, newest first. Of more than 20 the oldest end by themselves.',
  list: true,
  query: ListQuery(sorts, {}),
  answer: OpenSession,
  errors: ['OPERATORS_ONLY'],
  example: { answer: exampleSession },
});

export const endSession = operation({
  ...asUser,
  id: 'endSession',
  method: 'DELETE',
  path: '/dispatch/sessions/:id',
  summary: "End one of one's own sessions",
  description: 'Holds within 5 seconds everywhere.',
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the session, ses_….' }) }),
  answer: Type.Object(
    {
      id: Type.String({ description: '`ses_…`, the session that was ended.' }),
      ended: Type.Literal(true, { description: 'Always true.' }),
    },
    { title: 'EndedSession', description: 'That the session has ended.' },
  ),
  errors: ['OPERATORS_ONLY', 'SESSION_NOT_FOUND'],
  example: { params: { id: exampleSession.id }, answer: { id: exampleSession.id, ended: true } },
});
