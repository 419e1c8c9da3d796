import type { Data, Input, MemberAccount, Operations } from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Accounts } from '../module.ts';
import { forgiveHere, throttledHere } from '../throttle.ts';
import { personWith } from './account.ts';
import { answersQuestion, askPasskey } from './passkey-questions.ts';
import { passkeyRefused, provenUsed, signInOptions } from './passkey-proof.ts';
import { findPasskey, notePasskeyUse } from './passkeys.queries.ts';
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
