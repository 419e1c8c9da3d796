import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Accounts } from '../module.ts';
import { throttled } from '../throttle.ts';
import type { PersonRecord } from './people.queries.ts';
import { takeRecoveryCode, takeTotpStep } from './second-factor.queries.ts';

/** As every authenticator app takes it. */
const FORM = Object.freeze({ algorithm: 'SHA1', digits: 6, period: 30 });
const PERIOD_MS = FORM.period * 1_000;
/** Phones' clocks differ; a code is taken in the step before and after its own as well. */
const STEPS_AROUND = 1;

type SecondFactor = {
  readonly person: PersonRecord;
  /** The secret of the person's authenticator app. */ readonly sealed: Buffer;
  readonly code: string | undefined;
  readonly address: string;
};

/** Lets go on whoever has the code that the app shows, or one for recovery; each opens once. */
export async function proveSecondFactor(
  module: Accounts,
  { person, sealed, code, address }: SecondFactor,
): Promise<void> {
  if (code === undefined)
    throw new Failure(
      'SECOND_FACTOR_REQUIRED',
      'Send the code that the authenticator app shows as code, or one of the codes for recovery.',
    );
  const proven = await throttled(
    module,
    { subject: `second factor ${person.id}`, address, wrong: wrongCode },
    async () => ((await isCodeOf(module, { person, sealed, code })) ? true : null),
  );
  if (!proven) throw wrongCode(0);
}

async function isCodeOf(
  module: Accounts,
  { person, sealed, code }: Pick<SecondFactor, 'person' | 'sealed'> & { readonly code: string },
): Promise<boolean> {
  const { system } = module.store;
  const step = stepOf(module, sealed, code);
  if (step !== null) return takeTotpStep(system, { id: person.id, step: BigInt(step) });
  return takeRecoveryCode(system, { person_id: person.id, code_hash: hashRecoveryCode(code) });
}

/** The step of time that a code is the right one of; null: of none near now. */
export function stepOf({ vault, world }: Accounts, sealed: Buffer, code: string): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = world.systemNow().getTime();
  const delta = totpOf(vault.open(sealed, TOTP_SECRET)).validate({ token, timestamp, window: STEPS_AROUND });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}

/** What an authenticator app is given: the secret as text, and the same with names as an address. */
export function totpTexts(secret: Buffer, email: string): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

function totpOf(secret: Buffer, label = ''): TOTP {
  return new TOTP({
    ...FORM,
    issuer: 'Cottontree',
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}

/** However it is typed. So many random bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}

function wrongCode(triesLeft: number): Failure {
  return new Failure(
    'SECOND_FACTOR_WRONG',
    'This is not the code that the authenticator app shows now, and no code for recovery that is left. A code works once: wait for the next one.',
    { details: { tries_left: triesLeft } },
  );
}

/** The vault's purpose for what an authenticator app shares with us. */
export const TOTP_SECRET = 'totp-secret';

/** The vault's purpose for letters that wait to be sent. */
export const ACCOUNT_LETTER = 'account-letter';
