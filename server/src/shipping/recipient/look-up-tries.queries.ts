import { statement, type Runner } from '../../store/index.ts';

const count = statement({
  name: 'lookUpTries.count',
  params: { subject: 'bytea', hour: 'timestamptz', tries_max: 'int4' },
  row: { tries: 'int4' },
  sql: `INSERT INTO look_up_tries AS t (subject, hour, tries, tries_max) VALUES (:subject, :hour, 1, :tries_max)
        ON CONFLICT (subject, hour) DO UPDATE SET tries = t.tries + 1 WHERE t.tries < :tries_max RETURNING tries`,
});

const giveBack = statement({
  name: 'lookUpTries.giveBack',
  params: { subject: 'bytea', hour: 'timestamptz' },
  row: {},
  sql: 'UPDATE look_up_tries SET tries = tries - 1 WHERE subject = :subject AND hour = :hour AND tries > 0',
});

const forget = statement({
  name: 'lookUpTries.forget',
  params: { before: 'timestamptz' },
  row: { hour: 'timestamptz' },
  sql: 'DELETE FROM look_up_tries WHERE hour < :before RETURNING hour',
});

export type Try = { readonly subject: Buffer; readonly hour: Date };

/** Counts a try before it is judged; false when it would be one too many, and is not counted. */
export async function countTry(system: Runner, { subject, hour }: Try, triesMax: number): Promise<boolean> {
  return (await system.run(count, { subject, hour, tries_max: triesMax })).length === 1;
}

/** A try that was right does not count. */
export async function giveTryBack(system: Runner, { subject, hour }: Try): Promise<void> {
  await system.run(giveBack, { subject, hour });
}

/** Forgets tries of hours long past; answers how many rows. */
export async function forgetTries(system: Runner, before: Date): Promise<number> {
  return (await system.run(forget, { before })).length;
}
