import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type Submittable } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredStatements, functionNames, type AnyStatement } from '../../src/store/index.ts';
import { OIDS, readTypeName, type TypeName } from '../../src/store/types.ts';
import { makeDatabase } from '../kit/service.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../src');
const queries = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.queries.ts'),
);
// Declaring is what loading them does; main brings those of the store.
await Promise.all([...queries, 'main.ts'].map((name) => import(/* @vite-ignore */ join(source, name))));
/** The program's; what tests before this one in the same process have declared for themselves begins with `test.`. */
const statements = declaredStatements().filter(({ name }) => !name.startsWith('test.'));
/** A smaller integer fits where PostgreSQL expects a larger one, as in LIMIT. */
const [INT4] = OIDS.int4;
const [INT8] = OIDS.int8;
let client: Client;

beforeAll(async () => {
  const { url } = await makeDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

function oidOf(name: TypeName): number {
  const { scalar, array } = readTypeName(name);
  return OIDS[scalar][array ? 1 : 0];
}

type Described = { readonly params: readonly number[]; readonly columns: Readonly<Record<string, number>> };
type Wire = {
  readonly parse: (message: { text: string; name: string; types: readonly number[] }) => void;
  readonly describe: (message: { type: 'S'; name: string }) => void;
  readonly sync: () => void;
  readonly once: (
    event: 'parameterDescription',
    heard: (message: { dataTypeIDs: readonly number[] }) => void,
  ) => void;
};
type Fields = { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] };

/** Sums that stay far below what an int8 holds, each with the reason. */
const SMALL_SUMS: Readonly<Record<string, string>> = {
  'creditNotes.returnsOfInvoice': 'of one invoice, whose total is one amount',
  'imports.settle': 'fees of one import, of at most 5,000 rows',
};

test('no sum of amounts is cut to what a bigint holds', () => {
  const cut = statements.filter(({ sql }) =>
    /\bsum\((?!d\.deliveries|k\.rows)(?:[^()]|\([^()]*\))*\)(?:\s*FILTER\s*\((?:[^()]|\([^()]*\))*\))?(?:\s*,\s*0\s*\))?::(?:int|bigint)/i.test(
      sql,
    ),
  );
  expect(cut.map(({ name }) => name).toSorted()).toEqual(Object.keys(SMALL_SUMS).toSorted());
});

/** What PostgreSQL makes of a statement without running it: the types of its parameters, and its columns. */
function describe(statement: AnyStatement): Promise<Described> {
  return new Promise((resolve, reject) => {
    let params: readonly number[] = [];
    let columns: Record<string, number> = {};
    const asking = {
      name: '',
      submit(connection: Wire) {
        connection.once('parameterDescription', (message) => (params = message.dataTypeIDs));
        connection.parse({ text: statement.sql, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: Fields) {
        columns = Object.fromEntries(fields.map((field) => [field.name, field.dataTypeID]));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ params, columns }),
    };
    client.query(asking as unknown as Submittable);
  });
}

const sorted = (columns: Readonly<Record<string, number>>): string =>
  JSON.stringify(Object.entries(columns).toSorted());

test(`each of the ${statements.length} statements is what PostgreSQL says it is`, async () => {
  expect(statements.length).toBeGreaterThan(40);
  const problems: string[] = [];
  for (const statement of statements) {
    try {
      const { params, columns } = await describe(statement);
      const declaredParams = Object.values(statement.params).map(oidOf);
      const declaredColumns = Object.fromEntries(
        Object.entries(statement.row).map(([name, type]) => [name, oidOf(type)]),
      );
      const widened = params.map((oid, at) => (declaredParams[at] === INT4 && oid === INT8 ? INT4 : oid));
      if (JSON.stringify(widened) !== JSON.stringify(declaredParams))
        problems.push(`${statement.name}: params are ${params}, declared ${declaredParams}`);
      if (sorted(columns) !== sorted(declaredColumns))
        problems.push(
          `${statement.name}: columns are ${sorted(columns)}, declared ${sorted(declaredColumns)}`,
        );
    } catch (error) {
      problems.push(`${statement.name}: ${(error as Error).message}`);
    }
  }
  expect(problems).toEqual([]);
});

test('the statements are those that reviewers have seen', async () => {
  const text = statements
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(
      ({ name, params, row, sql }) =>
        `-- ${name}\n-- (${shape(params)}) → (${shape(row)})\n${sql.replaceAll(/\n\s+/g, '\n  ')};\n`,
    )
    .join('\n');
  await expect(text).toMatchFileSnapshot('./statements.gen.txt');
});

function shape(of: Readonly<Record<string, string>>): string {
  return Object.entries(of)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

test('whatever writes to the outbox says when somebody is to be told of it', async () => {
  const { rows } = await client.query<{ name: string; body: string }>(
    "SELECT p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')",
  );
  const telling = new Set<string>();
  const reaches = (text: string): boolean =>
    /\bINSERT INTO outbox\b/.test(text) || [...telling].some((name) => text.includes(`${name}(`));
  for (let before = -1; before < telling.size;) {
    before = telling.size;
    for (const { name, body } of rows) if (reaches(body)) telling.add(name);
  }
  expect([...telling]).toContain(functionNames['change_sales']);
  const announcing = statements.filter(({ announces }) => announces !== 'never');
  expect(announcing.map(({ name }) => name).toSorted()).toEqual(
    statements
      .filter(({ sql }) => reaches(sql))
      .map(({ name }) => name)
      .toSorted(),
  );
});
