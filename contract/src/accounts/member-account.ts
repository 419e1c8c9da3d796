import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { OneOf, Text } from '../schema.ts';
import { CurrencyCodeOut } from '../shared-fields.ts';
import { memberRoleScopes, MemberLimits, MemberRoleOut } from './member-roles.ts';
import { ScopesHeld, SignedOut, Typed } from './sign-in.ts';

/** Languages that people read our pages and mails in. */
export const memberLocales = Object.freeze(['en', 'kri'] as const);
export type MemberLocale = (typeof memberLocales)[number];

/** For operations about the own account: the cookie says whose. */
export const asMember = { tag: 'Accounts', scope: null, by: 'member', status: 200 } as const;
/** For those that let somebody in. */
export const asVisitor = { tag: 'Accounts', scope: null, by: 'anyone', status: 200 } as const;

export const MemberHelper = Type.Object(
  {
    name: Type.String({ description: 'As colleagues read it.' }),
    email: Type.String({ description: 'Where to ask.' }),
    role: MemberRoleOut,
  },
  { title: 'MemberHelper', description: 'A colleague who can give a right, or do what needs it.' },
);

export const Membership = Type.Object(
  {
    id: Type.String({ description: '`mbr_…`, this person at this merchant.' }),
    merchant_id: Type.String({ description: '`mch_…`, named in X-Merchant.' }),
    merchant_name: Type.String({ description: 'What the merchant is called.' }),
    store_name: Type.String({ description: 'What customers know the merchant by.' }),
    currency: CurrencyCodeOut,
    time_zone: Type.String({ description: 'IANA name, `Africa/Freetown`.' }),
    role: MemberRoleOut,
    scopes: ScopesHeld,
    limits: MemberLimits,
    helpers: Type.Array(MemberHelper, {
      description:
        'Up to six owners and admins beside the person, owners first: whom to ask for what the role does not allow.',
    }),
  },
  {
    title: 'Membership',
    description: 'A merchant that a person belongs to, and what the person may do there.',
  },
);
export type Membership = Static<typeof Membership>;

export const MemberAccount = Type.Object(
  {
    id: Type.String({ description: '`prs_…`.' }),
    name: Type.String({ description: 'As colleagues read it.' }),
    email: Type.String({ description: 'One signs in with it.' }),
    locale: OneOf(memberLocales, 'In which language pages and mails speak to the person.'),
    totp_enabled: Type.Boolean({
      description: 'Whether signing in with the password takes a code of an authenticator app.',
    }),
    recovery_codes: Type.Integer({ description: 'How many codes for recovery are left.' }),
    passkeys: Type.Integer({ description: 'How many passkeys open the account.' }),
    memberships: Type.Array(Membership, {
      description: 'The merchants that the person belongs to, by name.',
    }),
  },
  { title: 'MemberAccount', description: 'A person who is signed in.' },
);
export type MemberAccount = Static<typeof MemberAccount>;

export const exampleMembership = {
  id: 'mbr_01m7yp4hwm3p3c3v5tbm0ahx2k',
  merchant_id: 'mch_01m7yp4hwz3p3c3v5tbm0ahx2k',
  merchant_name: 'Aminata Stores',
  store_name: 'Aminata Stores',
  currency: 'SLE',
  time_zone: 'Africa/Freetown',
  role: 'staff',
  scopes: memberRoleScopes.staff,
  limits: { refund_max: 500 },
  helpers: [{ name: 'Aminata Kamara', email: 'aminata@aminatastores.sl', role: 'owner' }],
} as const;

export const exampleMember = {
  id: 'prs_01m7yp4hwn3p3c3v5tbm0ahx2k',
  name: 'Isatu Conteh',
  email: 'isatu@aminatastores.sl',
  locale: 'en',
  totp_enabled: false,
  recovery_codes: 0,
  passkeys: 0,
  memberships: [exampleMembership],
} as const;
export const examplePassword = 'cotton tree at dawn';

export const signInMember = operation({
  ...asVisitor,
  id: 'signInMember',
  method: 'POST',
  path: '/account/login',
  setsCookie: 'member',
  summary: "Sign a merchant's person in",
  description:
    'Sets the cookie. The session ends after 12 hours without use, and after 30 days in any case. Where an authenticator app is set up, SECOND_FACTOR_REQUIRED asks for its code, or for one of the codes for recovery, each of which works once. After 5 wrong passwords for an e-mail address, or 30 from an address, within 15 minutes: RATE_LIMITED.',
  body: Type.Object(
    {
      email: Typed('In capitals or not.'),
      password: Typed('As it was chosen.'),
      code: Type.Optional(Typed('Six digits of the authenticator app, or a code for recovery.')),
    },
    {
      title: 'MemberCredentials',
      description: 'E-mail address and password, and a code where one is asked for.',
    },
  ),
  answer: MemberAccount,
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG'],
  example: { body: { email: exampleMember.email, password: examplePassword }, answer: exampleMember },
});

export const signOutMember = operation({
  ...asMember,
  id: 'signOutMember',
  method: 'POST',
  path: '/account/logout',
  setsCookie: 'member',
  summary: "Sign a merchant's person out",
  description: 'Ends this session and takes the cookie back.',
  answer: SignedOut,
  errors: [],
  example: { answer: { signed_out: true } },
});

export const getMemberAccount = operation({
  ...asMember,
  id: 'getMemberAccount',
  method: 'GET',
  path: '/account/me',
  summary: "Read who is signed in as a merchant's person",
  answer: MemberAccount,
  errors: [],
  example: { answer: exampleMember },
});

export const updateMemberAccount = operation({
  ...asMember,
  id: 'updateMemberAccount',
  method: 'PATCH',
  path: '/account/me',
  summary: 'Change the own name or language',
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'As colleagues read it, up to 120 characters.')),
      locale: Type.Optional(OneOf(memberLocales, 'In which language pages and mails speak to the person.')),
    },
    { title: 'UpdateMemberAccountBody', description: 'The fields to change.' },
  ),
  readOnly: ['id', 'email', 'totp_enabled', 'recovery_codes', 'passkeys', 'memberships'],
  answer: MemberAccount,
  errors: ['PRECONDITION_FAILED'],
  example: { body: { locale: 'kri' }, answer: { ...exampleMember, locale: 'kri' } },
});
