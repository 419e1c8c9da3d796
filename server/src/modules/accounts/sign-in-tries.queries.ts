import { statement, type Runner } from '../../store/index.ts';

const count = statement({
  name: 'signInTries.count',
  params: { subject: 'bytea', at: 'timestamptz', window_start: 'timestamptz' },
  row: { started_at: 'timestamptz', tries: 'int4' },
  sql: `INSERT INTO sign_in_tries AS t (subject, started_at, tries) VALUES (:subject, :at, 1)
        ON CONFLICT (subject) DO UPDATE SET
          tries = CASE WHEN t.started_at > :window_start THEN t.tries + 1 ELSE 1 END,
          started_at = CASE WHEN t.started_at > :window_start THEN t.started_at ELSE :at END
        RETURNING started_at, tries`,
});

const giveBack = statement({
  name: 'signInTries.giveBack',
  params: { subjects: 'bytea[]' },
  row: {},
  sql: `UPDATE sign_in_tries t SET tries = t.tries - 1
        FROM (SELECT subject FROM sign_in_tries WHERE subject = ANY (:subjects) AND tries > 0 ORDER BY subject FOR UPDATE) l WHERE t.subject = l.subject`,
});

const clear = statement({
  name: 'signInTries.clear',
  params: { subject: 'bytea' },
  row: {},
  sql: 'DELETE FROM sign_in_tries WHERE subject = :subject',
});

/** A place from where somebody has signed in is a row that begins when it is to be forgotten. */
const know = statement({
  name: 'signInTries.know',
  params: { subject: 'bytea', until: 'timestamptz' },
  row: {},
  sql: `INSERT INTO sign_in_tries AS t (subject, started_at, tries) VALUES (:subject, :until, 0)
        ON CONFLICT (subject) DO UPDATE SET started_at = :until WHERE t.started_at < :until`,
});

const knows = statement({
  name: 'signInTries.knows',
  params: { subject: 'bytea', at: 'timestamptz' },
  row: { subject: 'bytea' },
  sql: 'SELECT subject FROM sign_in_tries WHERE subject = :subject AND started_at > :at',
});

const drop = statement({
  name: 'signInTries.drop',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { subject: 'bytea' },
  sql: 'DELETE FROM sign_in_tries WHERE subject IN (SELECT subject FROM sign_in_tries WHERE started_at < :before LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED) RETURNING subject',
});

export type Counted = { readonly started_at: Date; readonly tries: number };

/** Counts one more try; a window that began before `windowStart` is over, and a new one begins. */
export async function countTry(
  tx: Runner,
  wanted: { readonly subject: Buffer; readonly at: Date; readonly windowStart: Date },
): Promise<Counted> {
  const [counted] = await tx.run(count, {
    subject: wanted.subject,
    at: wanted.at,
    window_start: wanted.windowStart,
  });
  if (!counted) throw new Error('A try to sign in was not counted.');
  return counted;
}

/** Takes one try back from each. */
export async function giveTriesBack(system: Runner, subjects: readonly Buffer[]): Promise<void> {
  await system.run(giveBack, { subjects });
}

export async function clearTries(system: Runner, subject: Buffer): Promise<void> {
  await system.run(clear, { subject });
}

/** Remembers until then that somebody has signed in from a place. */
export async function knowNetwork(system: Runner, subject: Buffer, until: Date): Promise<void> {
  await system.run(know, { subject, until });
}

export async function knowsNetwork(tx: Runner, subject: Buffer, at: Date): Promise<boolean> {
  return (await tx.run(knows, { subject, at })).length === 1;
}

/** Forgets windows that began before a moment; tells how many. */
export async function dropTries(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}
