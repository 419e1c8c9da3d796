import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Nullable, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { asMember, asVisitor, exampleMember, examplePassword, MemberAccount } from './member-account.ts';
import { Typed } from './sign-in.ts';

/** What browsers hand to `navigator.credentials` and back, in the JSON of WebAuthn level 3. */
const WebAuthnOptions = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  title: 'WebAuthnOptions',
  description: 'For the browser, as WebAuthn writes it in JSON; the challenge counts for 5 minutes, once.',
});

const Coded = (description: string, lengthMax = 65_536) =>
  Type.String({ minLength: 1, maxLength: lengthMax, pattern: '^[A-Za-z0-9_-]*$', description });

const credential = {
  id: Coded('The id of the credential, in base64url.', 2_048),
  rawId: Coded('The same.', 2_048),
  type: Type.Literal('public-key', { description: 'What WebAuthn calls it.' }),
};

const Registration = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Coded('What the browser says of the request, in base64url.'),
        attestationObject: Coded('The new key, in base64url.'),
        transports: Type.Optional(
          Type.Array(Text(32), { maxItems: 10, description: 'How the device is reached.' }),
        ),
      },
      { title: 'RegistrationResponse', description: 'As `toJSON` of the credential writes it.' },
    ),
  },
  { title: 'RegistrationCredential', description: 'What the browser answered when the passkey was made.' },
);
export type RegistrationCredential = Static<typeof Registration>;

const Authentication = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Coded('What the browser says of the request, in base64url.'),
        authenticatorData: Coded('What the device says of itself, in base64url.'),
        signature: Coded('Over both, in base64url.', 2_048),
        userHandle: Type.Optional(
          Nullable(Coded('Whose passkey it is, in base64url.', 128), 'Whose passkey it is.'),
        ),
      },
      { title: 'AuthenticationResponse', description: 'As `toJSON` of the credential writes it.' },
    ),
  },
  { title: 'AuthenticationCredential', description: 'What the browser answered when the passkey was used.' },
);
export type AuthenticationCredential = Static<typeof Authentication>;

const PasskeyName = Text(60, 'What the person calls it, up to 60 characters.');

export const Passkey = Type.Object(
  {
    id: Type.String({ description: '`psk_…`.' }),
    name: Type.String({ description: 'As the person called it.' }),
    synced: Type.Boolean({ description: 'Whether it lives in an account that several devices share.' }),
    created_at: CreatedAtOut,
    last_used_at: Nullable(TimeOut('When it last signed the person in; null: never.')),
  },
  { title: 'Passkey', description: 'What signs a person in without a password.' },
);
export type Passkey = Static<typeof Passkey>;

const example = {
  id: 'psk_01m7yp4hwp3p3c3v5tbm0ahx2k',
  name: 'Phone',
  synced: true,
  created_at: '2026-11-21T09:14:00.000Z',
  last_used_at: null,
};
const exampleCredential = { id: 'RVhBTVBMRQ', rawId: 'RVhBTVBMRQ', type: 'public-key' } as const;

export const startPasskey = operation({
  ...asMember,
  id: 'startPasskey',
  method: 'POST',
  path: '/account/passkeys/options',
  summary: 'Begin to make a passkey',
  description:
    'Asks for the password, so that a session which somebody left open makes none. The question counts for 5 minutes, once.',
  body: Type.Object(
    { password: Typed('The password of the account.') },
    { title: 'StartPasskeyBody', description: 'Who wants a passkey.' },
  ),
  answer: WebAuthnOptions,
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_PASSKEYS'],
  example: {
    body: { password: examplePassword },
    answer: { challenge: 'RVhBTVBMRQ', rp: { id: 'pay.aminatastores.sl', name: 'Cottontree' } },
  },
});

export const addPasskey = operation({
  ...asMember,
  id: 'addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  summary: 'Add the passkey that was made',
  description:
    'The answer must come from a page of PUBLIC_URL, to the question of startPasskey that this person was asked last, and from a device that verified the person.',
  status: 201,
  body: Type.Object(
    { name: PasskeyName, credential: Registration },
    { title: 'AddPasskeyBody', description: 'The new passkey.' },
  ),
  answer: Passkey,
  errors: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
  example: {
    body: {
      name: 'Phone',
      credential: {
        ...exampleCredential,
        response: { clientDataJSON: 'RVhBTVBMRQ', attestationObject: 'RVhBTVBMRQ', transports: ['internal'] },
      },
    },
    answer: example,
  },
});

export const listPasskeys = operation({
  ...asMember,
  id: 'listPasskeys',
  method: 'GET',
  path: '/account/passkeys',
  summary: "List one's own passkeys",
  list: true,
  query: ListQuery(sorts, {}),
  answer: Passkey,
  errors: [],
  example: { answer: example },
});

const PasskeyOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the passkey, psk_….' }),
});

export const updatePasskey = operation({
  ...asMember,
  id: 'updatePasskey',
  method: 'PATCH',
  path: '/account/passkeys/:id',
  summary: 'Rename a passkey',
  params: PasskeyOf,
  body: Type.Object(
    { name: PasskeyName },
    { title: 'UpdatePasskeyBody', description: 'What the person calls it from now on.' },
  ),
  readOnly: ['id', 'credential', 'synced', 'created_at', 'last_used_at'],
  answer: Passkey,
  errors: ['PASSKEY_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: {
    params: { id: example.id },
    body: { name: 'Old phone' },
    answer: { ...example, name: 'Old phone' },
  },
});

export const deletePasskey = operation({
  ...asMember,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/account/passkeys/:id',
  summary: 'Delete a passkey',
  description: 'It opens nothing any more, whatever a device still offers; sessions that it began go on.',
  params: PasskeyOf,
  answer: Deleted,
  errors: ['PASSKEY_NOT_FOUND'],
  example: { params: { id: example.id }, answer: { id: example.id, deleted: true } },
});

export const startPasskeySignIn = operation({
  ...asVisitor,
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/account/passkey-login/options',
  summary: 'Begin to sign in with a passkey',
  description:
    'Nobody is named: the device offers the passkeys that it has for this server. The question counts for 5 minutes, once; 30 from one place within 15 minutes.',
  answer: WebAuthnOptions,
  errors: [],
  example: {
    answer: { challenge: 'RVhBTVBMRQ', rpId: 'pay.aminatastores.sl', userVerification: 'required' },
  },
});

export const signInWithPasskey = operation({
  ...asVisitor,
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/account/passkey-login',
  setsCookie: 'member',
  summary: 'Sign in with a passkey',
  description:
    'Sets the cookie, as signInMember does. The device has verified the person, so no code is asked for. One whose counter went back may be a copy, and is refused.',
  body: Type.Object(
    { credential: Authentication },
    { title: 'PasskeySignInBody', description: 'What the passkey answered.' },
  ),
  answer: MemberAccount,
  errors: ['PASSKEY_REFUSED'],
  example: {
    body: {
      credential: {
        ...exampleCredential,
        response: {
          clientDataJSON: 'RVhBTVBMRQ',
          authenticatorData: 'RVhBTVBMRQ',
          signature: 'RVhBTVBMRQ',
        },
      },
    },
    answer: exampleMember,
  },
});
