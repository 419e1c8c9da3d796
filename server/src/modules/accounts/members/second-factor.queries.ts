import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const takeStep = statement({
  name: 'people.takeTotpStep',
  params: { id: 'text', step: 'int8' },
  row: { id: 'text' },
  sql: 'UPDATE people SET totp_step = :step WHERE id = :id AND (totp_step IS NULL OR totp_step < :step) RETURNING id',
});

const takeCode = statement({
  name: 'recoveryCodes.take',
  params: { person_id: 'text', code_hash: 'bytea' },
  row: { person_id: 'text' },
  sql: 'DELETE FROM recovery_codes WHERE person_id = :person_id AND code_hash = :code_hash RETURNING person_id',
});

/** False where the code of this step, or of one after it, was used before. */
export async function takeTotpStep(
  system: Runner,
  taken: ValuesOf<(typeof takeStep)['params']>,
): Promise<boolean> {
  return (await system.run(takeStep, taken)).length > 0;
}

/** False where the person has no such code left. */
export async function takeRecoveryCode(
  system: Runner,
  taken: ValuesOf<(typeof takeCode)['params']>,
): Promise<boolean> {
  return (await system.run(takeCode, taken)).length > 0;
}

const begin = statement({
  name: 'people.beginTotp',
  params: { id: 'text', begun: 'bytea' },
  row: {},
  sql: 'UPDATE people SET totp_begun = :begun WHERE id = :id AND totp_secret IS NULL',
});

const takeUp = statement({
  name: 'people.takeUpTotp',
  params: { id: 'text', step: 'int8' },
  row: { id: 'text' },
  sql: 'UPDATE people SET totp_secret = totp_begun, totp_begun = NULL, totp_step = :step WHERE id = :id AND totp_secret IS NULL AND totp_begun IS NOT NULL RETURNING id',
});

const end = statement({
  name: 'people.endTotp',
  params: { id: 'text' },
  row: {},
  sql: 'UPDATE people SET totp_secret = NULL, totp_begun = NULL, totp_step = NULL WHERE id = :id',
});

const putCodes = statement({
  name: 'recoveryCodes.put',
  params: { person_id: 'text', hashes: 'bytea[]' },
  row: {},
  sql: `WITH gone AS (DELETE FROM recovery_codes WHERE person_id = :person_id)
        INSERT INTO recovery_codes (person_id, code_hash) SELECT :person_id, unnest(:hashes::bytea[])`,
});

/** The secret that a code has to confirm. */
export async function beginTotp(system: Runner, begun: ValuesOf<(typeof begin)['params']>): Promise<void> {
  await system.run(begin, begun);
}

/** False where it was taken up before. */
export async function takeUpTotp(
  system: Runner,
  taken: ValuesOf<(typeof takeUp)['params']>,
): Promise<boolean> {
  return (await system.run(takeUp, taken)).length > 0;
}

export async function endTotp(system: Runner, ended: ValuesOf<(typeof end)['params']>): Promise<void> {
  await system.run(end, ended);
}

/** Codes for recovery in the place of those before. */
export async function putRecoveryCodes(
  system: Runner,
  codes: ValuesOf<(typeof putCodes)['params']>,
): Promise<void> {
  await system.run(putCodes, codes);
}
