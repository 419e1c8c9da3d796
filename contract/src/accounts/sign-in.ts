import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, TimeOut } from '../schema.ts';
import { SCOPES } from '../scopes.ts';
import { exampleDriver } from '../shipping/examples.ts';
import { roleScopes, userRoles } from './roles.ts';

/** What somebody typed: its form tells nothing yet, so that every wrong one gets the same answer. */
export const Typed = (description: string) => Type.String({ minLength: 1, maxLength: 254, description });

export const SignedInDriver = Type.Object(
  {
    id: Type.String({ description: '`drv_…`.' }),
    name: Type.String({ description: 'As the dispatcher entered it, given name first.' }),
    phone: Type.String({ description: 'E.164.' }),
    vehicle_type: Type.String({ description: 'What the courier rides, `motorbike`.' }),
    plate: Type.String({ description: 'Number plate; empty where there is none.' }),
  },
  { title: 'SignedInDriver', description: 'A courier as he sees himself.' },
);
export type SignedInDriver = Static<typeof SignedInDriver>;

const DriverAccountChoice = Type.Object(
  {
    driver_id: Type.String({ description: '`drv_…`, to sign in again with.' }),
    store_name: Nullable(Type.String({ description: "Whose rider; null: the platform's courier." })),
    livemode: Nullable(Type.Boolean({ description: 'The mode in which he carries; null: in both.' })),
  },
  { title: 'DriverAccountChoice', description: 'One of the couriers that a phone and a PIN stand for.' },
);

export const SignedInUser = Type.Object(
  {
    id: Type.String({ description: '`usr_…`.' }),
    name: Type.String({ description: 'As it was entered when the account was made.' }),
    email: Type.String({ description: 'One signs in with it.' }),
    role: OneOf(userRoles, 'What the person may do; the scopes follow from it.'),
  },
  { title: 'SignedInUser', description: 'A person of the platform, as signed in.' },
);
export type SignedInUser = Static<typeof SignedInUser>;

export const ScopesHeld = Type.Array(OneOf(SCOPES), { description: 'What the role may do.' });
const session = {
  token: Type.String({ description: 'Sent as Authorization: Bearer. Shown only here.' }),
  expires_at: TimeOut('When the session ends if it is not used before.'),
};

/** Of the right form, and nobody's. */
const exampleToken = (prefix: string): string => `${prefix}EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLE0EXA`;
export const exampleSignedInUser = {
  id: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
  name: 'Hawa Bangura',
  email: 'hawa@example.sl',
  role: 'dispatcher',
} as const;
export const exampleSignedInDriver = { ...exampleDriver } as const;

export const signInDriver = operation({
  id: 'signInDriver',
  method: 'POST',
  path: '/driver/login',
  tag: 'Accounts',
  summary: 'Sign a courier in',
  description:
    'The session lives 30 days since it was last used. Who rides for several with one phone is told apart by the PIN; where that is the same, live comes before test and `driver_id` names another. After 5 wrong PINs for a phone, or 30 from an address, within 15 minutes: RATE_LIMITED.',
  scope: null,
  by: 'anyone',
  status: 200,
  body: Type.Object(
    {
      phone: Typed("The courier's phone, in E.164 or as dialled in Sierra Leone."),
      pin: Typed('4 to 8 digits.'),
      driver_id: Type.Optional(
        Typed('Which of the couriers with this phone and PIN, for who rides for several.'),
      ),
    },
    { title: 'DriverCredentials', description: 'Phone and PIN.' },
  ),
  answer: Type.Object(
    {
      ...session,
      driver: SignedInDriver,
      accounts: Type.Array(DriverAccountChoice, {
        description:
          'Everything that this phone and PIN open; the session is of the first, or of the driver_id that was named.',
      }),
    },
    { title: 'DriverSession', description: "A courier's new session." },
  ),
  errors: ['INVALID_CREDENTIALS'],
  example: {
    body: { phone: '076 555 014', pin: '240791' },
    answer: {
      token: exampleToken('cds_'),
      expires_at: '2026-12-21T09:14:00.000Z',
      driver: exampleSignedInDriver,
      accounts: [{ driver_id: exampleSignedInDriver.id, store_name: null, livemode: null }],
    },
  },
});

const OperatorCredentials = Type.Object(
  { email: Typed('In capitals or not.'), password: Typed('As it was chosen.') },
  { title: 'OperatorCredentials', description: 'E-mail address and password.' },
);

export const signInOperator = operation({
  id: 'signInOperator',
  method: 'POST',
  path: '/dispatch/login',
  tag: 'Accounts',
  summary: 'Sign a person of the platform in',
  description:
    'The session ends after 12 hours without use, and after 7 days in any case. After 5 wrong passwords for an e-mail address, or 30 from an address, within 15 minutes: RATE_LIMITED.',
  scope: null,
  by: 'anyone',
  status: 200,
  body: OperatorCredentials,
  answer: Type.Object(
    { ...session, user: SignedInUser, scopes: ScopesHeld },
    { title: 'OperatorSession', description: 'A new session of a person of the platform.' },
  ),
  errors: ['INVALID_CREDENTIALS'],
  example: {
    body: { email: 'hawa@example.sl', password: 'cotton tree at dawn' },
    answer: {
      token: exampleToken('cos_'),
      expires_at: '2026-11-21T21:14:00.000Z',
      user: exampleSignedInUser,
      scopes: roleScopes.dispatcher,
    },
  },
});

export const signInOperatorOnPage = operation({
  id: 'signInOperatorOnPage',
  method: 'POST',
  path: '/dispatch/page-login',
  tag: 'Accounts',
  summary: 'Sign a person of the platform in on a page of this server',
  description:
    'As POST /dispatch/login does, for a page: the token is in no answer but in a cookie, `__Host-cottontree-operations`, that no script can read and no other site can send. Writes with it must come from a page of this server: Sec-Fetch-Site: same-origin, or its Origin.',
  scope: null,
  by: 'anyone',
  setsCookie: 'operator',
  status: 200,
  body: OperatorCredentials,
  answer: Type.Object(
    { expires_at: session.expires_at, user: SignedInUser, scopes: ScopesHeld },
    { title: 'OperatorOnPage', description: 'A person of the platform who is signed in now.' },
  ),
  errors: ['INVALID_CREDENTIALS'],
  example: {
    body: { email: 'hawa@example.sl', password: 'cotton tree at dawn' },
    answer: {
      expires_at: '2026-11-21T21:14:00.000Z',
      user: exampleSignedInUser,
      scopes: roleScopes.dispatcher,
    },
  },
});

export const SignedOut = Type.Object(
  { signed_out: Type.Literal(true, { description: 'Always true; the token lets nobody in any more.' }) },
  { title: 'SignedOut', description: 'That the session has ended.' },
);
