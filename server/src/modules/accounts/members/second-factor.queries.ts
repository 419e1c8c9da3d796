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
