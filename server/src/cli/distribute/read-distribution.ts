import type { Client } from 'pg';
import type { AnyStatement, Runner } from '../../store/index.ts';
import { classifyStatement, type StatementReach } from './classify-statement.ts';
import { explain, preparePlans, readPlaces, readSchemaFacts } from './schema-facts.queries.ts';
import {
  planDistribution,
  type DistributionPlan,
  type Obstacle,
  type Placement,
} from './plan-distribution.ts';

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

/** What each kind of statement that is not one machine's would cost. */
const COSTS = {
  directory: 'find a row before its merchant is known, past the directory: every machine is asked',
  batch:
    'carry what several merchants asked for at the same time: one machine each, once they are gathered by merchant',
  unproven:
    'are for one merchant, and PostgreSQL does not show that of every table: Citus may refuse them, or ask every machine',
  reads: 'read on every machine: they take as long as the slowest, and use a connection to each',
  writes: 'write on every machine: one transaction over all, committed in two phases',
  locks:
    'lock rows on every machine (FOR UPDATE), which Citus refuses: each machine has to be asked by itself',
} as const;
const TRIGGERS_ARE =
  'Citus takes triggers only with citus.enable_unsafe_triggers, and promises nothing of them';
type Cost = keyof typeof COSTS;

export type Distribution = {
  readonly plan: DistributionPlan;
  readonly statements: readonly StatementReach[] | null;
};

/** The plan as a script for psql: commands, and in comments all that has to be known before. */
export function describeDistribution({ plan, statements }: Distribution): string {
  return [
    '-- How this database would be spread over several machines by Citus, read from its schema. Nothing was changed.',
    '-- Never run by us: there was no Citus to run it on. Try it on a copy, with psql -v ON_ERROR_STOP=1.',
    ...section(`What stands against it: ${plan.obstacles.length}`, describeObstacles(plan.obstacles)),
    ...section('What would run on several machines', describeStatements(statements)),
    ...section('On the coordinator alone', [listOf(plan.placements, 'coordinator')]),
    ...section('Called on whichever machine runs the statement', [plan.undelegated.join(', ')]),
    '',
    'CREATE EXTENSION IF NOT EXISTS citus;',
    'SET citus.enable_unsafe_triggers = on;',
    ...plan.commands,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['--', `-- ${title}`, ...lines.map((line) => `--   ${line}`)];
}

/** Triggers are many and of two kinds. */
function describeObstacles(obstacles: readonly Obstacle[]): readonly string[] {
  const triggers = obstacles.filter(({ kind }) => kind === 'trigger');
  const others = obstacles.filter(({ kind }) => kind !== 'trigger');
  const lines = others.map(({ kind, of, what, cure }) => `${kind} of ${of}: ${what}. Instead: ${cure}.`);
  const told = [...new Set(triggers.map(({ cure }) => cure))].map((cure) => {
    const alike = triggers.filter((trigger) => trigger.cure === cure);
    const names = alike.map(({ of, what }) => `${what} of ${of}`).join(', ');
    return `${alike.length} triggers (${names}): ${TRIGGERS_ARE}. Instead: ${cure}.`;
  });
  return [...lines, ...told];
}

function describeStatements(statements: readonly StatementReach[] | null): readonly string[] {
  if (!statements)
    return ['not looked at: PostgreSQL 16 or newer tells how a statement runs whatever its parameters'];
  const on = (wanted: StatementReach['reach']): number =>
    statements.filter(({ reach }) => reach === wanted).length;
  return [
    `${on('one')} of ${statements.length} statements run on the one machine of their merchant, ${on('none')} touch nothing that is spread`,
    ...(Object.keys(COSTS) as readonly Cost[]).flatMap((cost) => {
      const names = statements.filter((statement) => costOf(statement) === cost).map(({ name }) => name);
      return names.length === 0 ? [] : [`${names.length} ${COSTS[cost]}:`, `  ${names.join(' ')}`];
    }),
  ];
}

/** Null for what runs on one machine. */
export function costOf({ reach, does }: StatementReach): Cost | null {
  if (reach === 'several') return does;
  return reach === 'directory' || reach === 'batch' || reach === 'unproven' ? reach : null;
}

function listOf(placements: ReadonlyMap<string, Placement>, wanted: Placement): string {
  return [...placements]
    .filter(([, placement]) => placement === wanted)
    .map(([name]) => name)
    .join(', ');
}
