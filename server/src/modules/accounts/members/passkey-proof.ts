import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { AuthenticationCredential, RegistrationCredential } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Accounts } from '../module.ts';
import type { PersonRecord } from './people.queries.ts';
import type { KnownCredential, PasskeyInUse } from './passkeys.queries.ts';

const TIMEOUT_MS = 5 * 60_000;

/** Whether a challenge, in base64url, is one that was asked; whoever looks takes it away. */
type WasAsked = (challenge: string) => Promise<boolean>;
type Plain = Readonly<Record<string, unknown>>;

/** Where passkeys of this server count: on its own pages, under its own name. */
function party({ settings }: Accounts): { readonly origin: string; readonly rpID: string } {
  const { origin, hostname } = new URL(settings.publicUrl);
  return { origin, rpID: hostname };
}

/** What a browser is told to make a passkey that names its person by itself and verifies who uses it. */
export async function makingOptions(
  module: Accounts,
  {
    challenge,
    person,
    known,
  }: {
    readonly challenge: Buffer;
    readonly person: PersonRecord;
    readonly known: readonly KnownCredential[];
  },
): Promise<Plain> {
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Cottontree',
      rpID: party(module).rpID,
      userName: person.email,
      userDisplayName: person.name,
      userID: bytes(Buffer.from(person.id)),
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  };
}

/** What a browser is told to sign somebody in, whoever it is. */
export async function signInOptions(module: Accounts, challenge: Buffer): Promise<Plain> {
  return {
    ...(await generateAuthenticationOptions({
      rpID: party(module).rpID,
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    })),
  };
}

export type MadePasskey = {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly synced: boolean;
};

/** What a browser says that it made, if all of it is right; else the refusal. */
export async function provenMade(
  module: Accounts,
  credential: RegistrationCredential,
  wasAsked: WasAsked,
): Promise<MadePasskey> {
  const { origin, rpID } = party(module);
  const { clientDataJSON, attestationObject } = credential.response;
  const verified = await orRefused(async () => {
    refuseCertificates(attestationObject);
    return verifyRegistrationResponse({
      response: {
        ...named(credential),
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: wasAsked,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
  });
  if (!verified.verified) throw passkeyRefused();
  const { credential: made, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    synced: credentialBackedUp,
  };
}

/** What a browser says that a passkey signed, if it did; else the refusal. */
export async function provenUsed(
  module: Accounts,
  { credential, passkey }: { readonly credential: AuthenticationCredential; readonly passkey: PasskeyInUse },
  wasAsked: WasAsked,
): Promise<{ readonly counter: number; readonly synced: boolean }> {
  const { origin, rpID } = party(module);
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...named(credential), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: wasAsked,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: bytes(passkey.public_key),
        counter: Number(passkey.counter),
      },
    }),
  );
  if (!verified) throw passkeyRefused();
  return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
}

/** The one refusal for whatever a passkey answered that opens nothing. */
export function passkeyRefused(): Failure {
  return new Failure(
    'PASSKEY_REFUSED',
    'This passkey opens nothing here: it was removed, belongs to somebody else, or its answer is too old or was used before. Try once more, or sign in with your password.',
    { kept: true },
  );
}

/** Nobody asks which device it is; and whoever checks certificates asks hosts that a stranger names whether they still hold. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(bytes(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isBare = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isBare)
    throw new Error(`An attestation of the form ${format} was not asked for.`);
}

function named({ id, rawId, type }: AuthenticationCredential | RegistrationCredential) {
  return { id, rawId, type, clientExtensionResults: {} };
}

/** The library throws for each thing that is wrong; what the database cannot say is no refusal. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Unanswered) throw error.cause;
    throw passkeyRefused();
  }
}

/** Carries a fault of our own through the library. */
export class Unanswered extends Error {}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
