import type { Client } from 'pg';
import type { AnyStatement, Runner } from '../../store/index.ts';
import { classifyStatement, type StatementReach } from './classify-statement.ts';
import type { Distribution } from './describe-distribution.ts';
import { explain, readPlaces, preparePlans } from './explain.queries.ts';
import { planDistribution, type DistributionPlan } from './plan-distribution.ts';
import { readSchemaFacts } from './schema-facts.queries.ts';

/** Reads schema and plans; changes nothing. */
export async function readDistribution(
  { runner, client }: { readonly runner: Runner; readonly client: Client },
  statements: readonly AnyStatement[],
): Promise<Distribution> {
  const plan = planDistribution(await readSchemaFacts(runner));
  if (!(await preparePlans(client))) return { plan, statements: null };
  return { plan, statements: await reachesOf(client, statements, plan) };
}

async function reachesOf(
  client: Client,
  statements: readonly AnyStatement[],
  { placements, directories }: DistributionPlan,
): Promise<readonly StatementReach[]> {
  const distributed = new Set(
    [...placements].filter(([, where]) => where === 'distributed').map(([name]) => name),
  );
  const places = await readPlaces(client);
  const reaches: StatementReach[] = [];
  for (const statement of statements.toSorted((one, other) => one.name.localeCompare(other.name)))
    reaches.push(
      classifyStatement(statement, await explain(client, statement), {
        places,
        distributed,
        directories,
      }),
    );
  return reaches;
}
