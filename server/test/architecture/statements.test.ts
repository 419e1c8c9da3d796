import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredStatements, type AnyStatement } from '../../src/store/index.ts';
import { OIDS, readTypeName, type TypeName } from '../../src/store/types.ts';
import { makeDatabase } from '../kit/service.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../src');
const queries = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.queries.ts'));
// Declaring is what loading them does; main brings those of the store.
await Promise.all([...queries, 'main.ts'].map((name) => import(/* @vite-ignore */ join(source, name))));
const statements = declaredStatements();
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

/** What PostgreSQL makes of a statement: the types of its parameters and the columns it answers with. */
async function describe(statement: AnyStatement, index: number): Promise<{ params: number[]; columns: [string, number][] }> {
  await client.query(`PREPARE checked_${index} AS ${statement.sql}`);
  const known = await client.query<{ params: string }>('SELECT parameter_types::oid[]::text AS params FROM pg_prepared_statements WHERE name = $1', [`checked_${index}`]);
  const described = await client.query(`SELECT result_types::oid[]::text AS types FROM pg_prepared_statements WHERE name = $1`, [`checked_${index}`]);
  const numbers = (text: string | null): number[] => (text ? text.slice(1, -1).split(',').filter(Boolean).map(Number) : []);
  const types = numbers((described.rows[0] as { types: string | null }).types);
  return { params: numbers(known.rows[0]?.params ?? null), columns: types.map((type, at) => [String(at), type]) };
}

test(`each of the ${statements.length} statements is what PostgreSQL says it is`, async () => {
  expect(statements.length).toBeGreaterThan(40);
  const problems: string[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const { params, columns } = await describe(statement, index);
      const declaredParams = Object.values(statement.params).map(oidOf);
      const declaredColumns = Object.values(statement.row).map(oidOf);
      if (JSON.stringify(params.map((oid, at) => (declaredParams[at] === INT4 && oid === INT8 ? INT4 : oid))) !== JSON.stringify(declaredParams)) problems.push(`${statement.name}: params are ${params}, declared ${declaredParams}`);
      const found = columns.map(([, type]) => type).toSorted();
      if (JSON.stringify(found) !== JSON.stringify(declaredColumns.toSorted())) problems.push(`${statement.name}: columns are ${found}, declared ${declaredColumns.toSorted()}`);
    } catch (error) {
      problems.push(`${statement.name}: ${(error as Error).message}`);
    }
  }
  expect(problems).toEqual([]);
});

test('the statements are those that reviewers have seen', async () => {
  const text = statements
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, params, row, sql }) => `-- ${name}\n-- (${shape(params)}) → (${shape(row)})\n${sql.replaceAll(/\n\s+/g, '\n  ')};\n`)
    .join('\n');
  await expect(text).toMatchFileSnapshot('./statements.gen.txt');
});

function shape(of: Readonly<Record<string, string>>): string {
  return Object.entries(of).map(([name, type]) => `${name} ${type}`).join(', ');
}
