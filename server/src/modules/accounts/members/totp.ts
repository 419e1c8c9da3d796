import type { Data, Input, MemberAccount, Operations } from '@cottontree/contract';
import type { MemberCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { makePassword } from '../make-secrets.ts';
import type { Accounts } from '../module.ts';
import { endSessions } from '../sessions.queries.ts';
import { accountOf, personWith } from './account.ts';
import { effectByPassword } from './passwords.ts';
import { hashRecoveryCode, stepOf, TOTP_SECRET, totpTexts } from './second-factor.ts';
import { beginTotp, endTotp, putRecoveryCodes, takeUpTotp } from './second-factor.queries.ts';

/** As RFC 4226 asks for SHA-1. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

/** Makes the secret that an authenticator app is to share; nothing is asked of it before a code confirms it. */
export async function startTotp(
  _input: Input<Operations['startTotp']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['startTotp']>>> {
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const person = await personWith(tx, call.person.id);
        if (person.totp_secret !== null) throw alreadyOn();
        const secret = module.world.randomBytes(SECRET_BYTES);
        await beginTotp(tx, { id: person.id, begun: module.vault.seal(secret, TOTP_SECRET) });
        return reply(totpTexts(secret, person.email));
      },
    },
  );
}

/** Takes the secret up that was begun, once the app shows its code; the person's other sessions end. */
export async function confirmTotp(
  { body }: Input<Operations['confirmTotp']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['confirmTotp']>>> {
  const confirmed = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const person = await personWith(tx, call.person.id);
        if (person.totp_secret !== null) throw alreadyOn();
        if (person.totp_begun === null) throw notOn();
        const step = stepOf(module, person.totp_begun, body.code);
        if (step === null)
          throw new Failure(
            'CODE_WRONG',
            'This is not the code that the authenticator app shows now. Check that the phone has the right time.',
          );
        if (!(await takeUpTotp(tx, { id: person.id, step: BigInt(step) }))) throw alreadyOn();
        await endSessions(tx, {
          subjectId: person.id,
          butId: call.sessionId,
          at: module.world.systemNow(),
        });
        return reply({ recovery_codes: await freshCodes(tx, module, person.id) });
      },
    },
  );
  module.sessions.forget(call.person.id);
  return confirmed;
}

/** Does without the authenticator app, for who knows the password. */
export async function disableTotp(
  { body }: Input<Operations['disableTotp']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<MemberAccount>> {
  return effectByPassword(module, { call, password: body.password }, async (tx, person) => {
    if (person.totp_secret === null) throw notOn();
    await endTotp(tx, { id: person.id });
    await putRecoveryCodes(tx, { person_id: person.id, hashes: [] });
    return reply(await accountOf(tx, await personWith(tx, person.id)));
  });
}

/** Makes new codes for recovery in the place of those before. */
export async function renewRecoveryCodes(
  { body }: Input<Operations['renewRecoveryCodes']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['renewRecoveryCodes']>>> {
  return effectByPassword(module, { call, password: body.password }, async (tx, person) => {
    if (person.totp_secret === null) throw notOn();
    return reply({ recovery_codes: await freshCodes(tx, module, person.id) });
  });
}

/** Codes to be told once; of each only the hash is kept. */
async function freshCodes(tx: Runner, { world }: Accounts, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makePassword(world));
  await putRecoveryCodes(tx, { person_id: personId, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

function alreadyOn(): Failure {
  return new Failure('TOTP_ALREADY_ON', 'An authenticator app is set up already. Switch it off first.');
}

function notOn(): Failure {
  return new Failure('TOTP_NOT_ON', 'No authenticator app is set up, or none is being set up.');
}
