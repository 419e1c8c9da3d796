import {
  operations,
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  type Data,
  type Deleted,
  type Input,
  type Operations,
  type Passkey,
} from '@cottontree/contract';
import { requireMatch, versionOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { MemberCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Accounts } from '../module.ts';
import { personWith } from './account.ts';
import { askPasskey, answersQuestion } from './passkey-sign-in.ts';
import { makingOptions, passkeyRefused, provenMade } from './passkey-proof.ts';
import {
  credentialsOf,
  deletePasskeyRecord,
  findOwnPasskey,
  insertPasskey,
  lockPerson,
  passkeyList,
  renamePasskey,
  type KnownCredential,
  type PasskeyRecord,
} from './passkeys.queries.ts';
import { effectByPassword } from './passwords.ts';

const PASSKEYS_MAX = 20;

/** Asks whoever knows the password to make a passkey. */
export async function startPasskey(
  { body }: Input<Operations['startPasskey']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['startPasskey']>>> {
  return effectByPassword(module, { call, password: body.password }, async (tx, person) => {
    const known = await credentialsOf(tx, person.id);
    refuseBeyondMax(known);
    const challenge = await askPasskey(tx, module, person.id);
    return reply(await makingOptions(module, { challenge, person, known }));
  });
}

/** Adds the passkey that was made; the question is answered by it, whether rightly or not. */
export async function addPasskey(
  { body }: Input<Operations['addPasskey']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Passkey>> {
  const personId = call.person.id;
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        await lockPerson(tx, personId);
        const made = await provenMade(module, body.credential, answersQuestion(tx, module, personId));
        refuseBeyondMax(await credentialsOf(tx, personId));
        const now = module.world.systemNow();
        const added = await insertPasskey(tx, {
          id: makeId('psk_', now.getTime(), module.world.randomBytes(idRandomBytes)),
          person_id: (await personWith(tx, personId)).id,
          credential_id: made.credentialId,
          public_key: made.publicKey,
          counter: BigInt(made.counter),
          transports: body.credential.response.transports ?? [],
          name: body.name,
          synced: made.synced,
          created_at: now,
        });
        if (!added) throw passkeyRefused();
        return reply(presentPasskey(added), { version: versionOfPasskey(added) });
      },
    },
  );
}

/** Lists one's own passkeys, newest first unless sorted otherwise. */
export async function listPasskeys(
  { query }: Input<Operations['listPasskeys']>,
  call: MemberCall,
  { store }: Accounts,
): Promise<Reply<readonly Passkey[]>> {
  const given = { person_id: call.person.id };
  const { rows, meta } = await passkeyList.find(store.system.reads, { call, query, given });
  return reply(rows.map(presentPasskey), { meta });
}

/** Renames one of one's own passkeys. */
export async function updatePasskey(
  { params, body }: Input<Operations['updatePasskey']>,
  { person, ifMatch }: MemberCall,
  { store }: Accounts,
): Promise<Reply<Passkey>> {
  const wanted = { person_id: person.id, id: params.id };
  return store.system.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    const before = await findOwnPasskey(tx, wanted);
    if (before)
      requireMatch(ifMatch, { version: versionOfPasskey(before), what: `The passkey ${before.id}` });
    const renamed = await renamePasskey(tx, { ...wanted, name: body.name });
    if (!renamed) throw passkeyNotFound(params.id);
    const passkey = presentPasskey(renamed);
    refuseReadOnly(operations.updatePasskey.readOnly, body, passkey);
    return reply(passkey, { version: versionOfPasskey(renamed) });
  });
}

/** Removes one of one's own passkeys, which opens nothing from then on. */
export async function deletePasskey(
  { params }: Input<Operations['deletePasskey']>,
  { person }: MemberCall,
  { store }: Accounts,
): Promise<Reply<Deleted>> {
  if (!(await deletePasskeyRecord(store.system, { person_id: person.id, id: params.id })))
    throw passkeyNotFound(params.id);
  return reply({ id: params.id, deleted: true as const });
}

function versionOfPasskey({ name }: PasskeyRecord): string {
  return versionOf({ name });
}

function refuseBeyondMax({ length }: readonly KnownCredential[]): void {
  if (length < PASSKEYS_MAX) return;
  throw new Failure('TOO_MANY_PASSKEYS', `You have ${PASSKEYS_MAX} passkeys already. Remove one first.`, {
    details: { passkeys_max: PASSKEYS_MAX },
  });
}

/** The same refusal for absent and somebody else's. */
function passkeyNotFound(id: string): Failure {
  return new Failure('PASSKEY_NOT_FOUND', `You have no passkey ${id}.`);
}

function presentPasskey({ id, name, synced, created_at, last_used_at }: PasskeyRecord): Passkey {
  return {
    id,
    name,
    synced,
    created_at: formatTime(created_at),
    last_used_at: formatOptionalTime(last_used_at),
  };
}
