import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const insert = statement({
  name: 'accountLetters.insert',
  params: { id: 'text', letter: 'bytea', due_at: 'timestamptz', expires_at: 'timestamptz' },
  row: {},
  sql: 'INSERT INTO account_letters (id, letter, due_at, tries, expires_at) VALUES (:id, :letter, :due_at, 0, :expires_at)',
});

const TAKEN = { id: 'text', letter: 'bytea', expires_at: 'timestamptz' } as const;

const take = statement({
  name: 'accountLetters.take',
  params: { now: 'timestamptz', lease_ends: 'timestamptz', rows_max: 'int4' },
  row: TAKEN,
  sql: `UPDATE account_letters l SET tries = l.tries + 1, due_at = :lease_ends::timestamptz + least(l.tries, 30) * interval '1 minute'
        FROM (SELECT id FROM account_letters WHERE due_at <= :now ORDER BY due_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED) d
        WHERE l.id = d.id RETURNING l.id, l.letter, l.expires_at`,
});

const remove = statement({
  name: 'accountLetters.delete',
  params: { id: 'text' },
  row: {},
  sql: 'DELETE FROM account_letters WHERE id = :id',
});

export type TakenLetter = ValuesOf<typeof TAKEN>;

export async function insertLetter(
  system: Runner,
  letter: ValuesOf<(typeof insert)['params']>,
): Promise<void> {
  await system.run(insert, letter);
}

/** Letters that are due, which nobody else takes until the lease ends. */
export async function takeLetters(
  system: Runner,
  wanted: ValuesOf<(typeof take)['params']>,
): Promise<readonly TakenLetter[]> {
  return system.run(take, wanted);
}

export async function deleteLetter(system: Runner, id: string): Promise<void> {
  await system.run(remove, { id });
}
