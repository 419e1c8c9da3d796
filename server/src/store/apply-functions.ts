import type { Client } from 'pg';
import type { SqlFunction } from './read-functions.ts';

/** What the database says of a function that a file of ours made. */
type Standing = { readonly name: string; readonly note: string | null };

/** How long a version stays after the last day on which a program that calls it ran. */
export const UNCALLED_DAYS_MAX = 30;
/** The note of a function that statements call: the last day on which a program that calls it ran. */
const CALLED = /^Called by a program that (?:started|ran) on (\d{4}-\d{2}-\d{2})\./;
/** The note of one that belongs to tables: which text it has, and which it had. */
const TEXT = /^Text ([0-9a-f]{8})(?:; before: ([0-9a-f ]+))?$/;
const TEXTS_BEFORE_MAX = 30;
const DAY_MS = 86_400_000;

const STANDING_SQL = `SELECT p.proname AS name, obj_description(p.oid, 'pg_proc') AS note FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;
const TODAY_SQL = `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today`;
/** What runs with the owner's rights (`SET search_path FROM CURRENT`) finds its tables here, and temporary ones of whoever calls it last. */
const SEARCH_PATH_SQL = `SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`;

/** One thing to do: what is said of it, and the SQL. */
export type FunctionStep = { readonly name: string; readonly sql: string; readonly isNews: boolean };

/** What tables and migrations call must be there before they name it; who changes it does so once the tables are as it knows them. */
export async function planShared(
  client: Client,
  functions: readonly SqlFunction[],
): Promise<readonly FunctionStep[]> {
  const standing = await findStanding(client);
  return functions
    .filter(({ isShared, name }) => isShared && !standing.has(name))
    .map((one) => ({
      name: one.calledAs,
      isNews: true,
      sql: `${one.sql}\n${noteSql(one.name, textNote(one))}`,
    }));
}

/** What is to do so that each function is there as its file has it, and what nobody has called for long is gone. */
export async function planFunctions(
  client: Client,
  functions: readonly SqlFunction[],
): Promise<readonly FunctionStep[]> {
  const standing = await findStanding(client);
  const { rows } = await client.query<{ today: string }>(TODAY_SQL);
  const today = rows[0]?.today ?? '';
  const steps = functions.flatMap((one) =>
    one.isShared ? sharedSteps(one, standing) : calledSteps(one, { standing, today }),
  );
  return [...steps, ...uncalledSteps(functions, { standing, today })];
}

async function findStanding(client: Client): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await client.query<Standing>(STANDING_SQL);
  return new Map(rows.map(({ name, note }) => [name, note]));
}

type Notes = ReadonlyMap<string, string | null>;
type Day = { readonly standing: Notes; readonly today: string };

/** A text that it had before is that of an older program: it stays as the newer one made it. */
function sharedSteps(one: SqlFunction, standing: Notes): readonly FunctionStep[] {
  const note = standing.get(one.name);
  const [, current, earlier = ''] = TEXT.exec(note ?? '') ?? [];
  const before = earlier.split(' ').filter((text) => text !== '');
  if (note !== undefined && (current === one.version || before.includes(one.version))) return [];
  const past = current === undefined ? before : [current, ...before];
  const sql = `${one.sql}\n${noteSql(one.name, textNote(one, past.slice(0, TEXTS_BEFORE_MAX)))}`;
  return [{ name: one.name, isNews: true, sql }];
}

function calledSteps({ calledAs, sql }: SqlFunction, { standing, today }: Day): readonly FunctionStep[] {
  const isThere = standing.has(calledAs);
  const said = noteSql(calledAs, calledNote(today));
  if (!isThere) return [{ name: calledAs, isNews: true, sql: `${sql}\n${said}` }];
  return standing.get(calledAs) === calledNote(today) ? [] : [{ name: calledAs, isNews: false, sql: said }];
}

/** Versions that other programs call, and those of before there were versions, which have the bare name. */
function uncalledSteps(functions: readonly SqlFunction[], { standing, today }: Day): readonly FunctionStep[] {
  const own = new Set(functions.map(({ calledAs }) => calledAs));
  const bare = new Set(functions.map(({ name }) => name));
  return [...standing].flatMap(([name, note]): FunctionStep[] => {
    if (own.has(name)) return [];
    const [, day] = CALLED.exec(note ?? '') ?? [];
    if (day === undefined)
      return bare.has(name) ? [{ name, isNews: false, sql: noteSql(name, calledNote(today)) }] : [];
    const days = (Date.parse(today) - Date.parse(day)) / DAY_MS;
    return days > UNCALLED_DAYS_MAX ? [{ name, isNews: true, sql: `DROP FUNCTION ${name};` }] : [];
  });
}

/** For a transaction, which does all of them or none. */
export async function applyFunctions(client: Client, steps: readonly FunctionStep[]): Promise<void> {
  await client.query(SEARCH_PATH_SQL);
  for (const { name, sql } of steps)
    await client.query(sql).catch((error: unknown) => {
      if (error instanceof Error) error.message = `${name}: ${error.message}`;
      throw error;
    });
}

function noteSql(name: string, note: string): string {
  return `COMMENT ON FUNCTION ${name} IS '${note}';`;
}

function calledNote(today: string): string {
  return `Called by a program that ran on ${today}. It may go when none has for ${UNCALLED_DAYS_MAX} days.`;
}

function textNote({ version }: SqlFunction, before: readonly string[] = []): string {
  return before.length === 0 ? `Text ${version}` : `Text ${version}; before: ${before.join(' ')}`;
}
