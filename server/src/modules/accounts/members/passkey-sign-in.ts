import type { Data, Input, MemberAccount, Operations } from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Accounts } from '../module.ts';
import { forgiveHere, throttledHere } from '../throttle.ts';
import { personWith } from './account.ts';
import { passkeyRefused, provenUsed, signInOptions, Unanswered } from './passkey-proof.ts';
import { findPasskey, insertChallenge, notePasskeyUse, takeChallenge } from './passkeys.queries.ts';
import { beginSession } from './sign-in.ts';

/** Asks whoever it is for a passkey. */
export async function startPasskeySignIn(
  _input: Input<Operations['startPasskeySignIn']>,
  { address }: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['startPasskeySignIn']>>> {
  await throttledHere(module, { what: 'passkey', address });
  return reply(await signInOptions(module, await askPasskey(module.store.system, module, null)));
}

/** Signs in who has the passkey. The device has verified the person, which counts as the second step. */
export async function signInWithPasskey(
  { body }: Input<Operations['signInWithPasskey']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<MemberAccount>> {
  const { address } = call;
  const { system } = module.store;
  const { credential } = body;
  const passkey = await findPasskey(system, Buffer.from(credential.id, 'base64url'));
  if (!passkey || !names(credential.response.userHandle, passkey.person_id)) throw passkeyRefused();
  const wasAsked = answersQuestion(system, module, null);
  const { counter, synced } = await provenUsed(module, { credential, passkey }, wasAsked);
  const at = module.world.systemNow();
  // A passkey that was removed, or used by a copy, since it was read opens nothing.
  if (!(await notePasskeyUse(system, { id: passkey.id, counter: BigInt(counter), synced, at })))
    throw passkeyRefused();
  await forgiveHere(module, { what: 'passkey', address });
  const person = await personWith(system, passkey.person_id);
  return beginSession(module, { person, call, operation: 'signInWithPasskey', merchantId: null });
}

/** Whether a device that says whose passkey it is says right. */
function names(handle: string | null | undefined, personId: string): boolean {
  return handle === null || handle === undefined || Buffer.from(handle, 'base64url').toString() === personId;
}

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * 60_000;

/** A new question for a passkey: of one who makes it, or null of whoever signs in. */
export async function askPasskey(
  system: Runner,
  { world }: Accounts,
  personId: string | null,
): Promise<Buffer> {
  const challenge = world.randomBytes(CHALLENGE_BYTES);
  const expires_at = new Date(world.systemNow().getTime() + CHALLENGE_MS);
  await insertChallenge(system, { challenge, person_id: personId, expires_at });
  return challenge;
}

/** Whether a challenge is such a question; looking takes it away, so that nothing is answered twice. */
export function answersQuestion(
  system: Runner,
  { world }: Accounts,
  personId: string | null,
): (challenge: string) => Promise<boolean> {
  return async (challenge) => {
    const taken = { challenge: Buffer.from(challenge, 'base64url'), person_id: personId };
    try {
      return await takeChallenge(system, { ...taken, now: world.systemNow() });
    } catch (cause) {
      throw new Unanswered('The question could not be looked up.', { cause });
    }
  };
}
