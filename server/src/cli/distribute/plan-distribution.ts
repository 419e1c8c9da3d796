import { columnsOf, knownKeys, type KnownKey } from '../../store/index.ts';
import type { SchemaFacts } from './schema-facts.queries.ts';

/** By what rows are spread: all of a merchant's lie on one machine. */
export const DISTRIBUTION_COLUMN = 'merchant_id';
/** All distributed tables are spread as this one is. */
export const FIRST_TABLE = 'deliveries';

/** Says whose a row is by what is known of it, and so is spread by that. */
const DIRECTORY = Object.freeze({ table: 'directory', column: 'key' });

/** By which column a table is spread. */
export function columnOf(table: string): string {
  return table === DIRECTORY.table ? DIRECTORY.column : DISTRIBUTION_COLUMN;
}

/** Where a table lies: spread by merchant, whole on every machine, or on the coordinator alone. */
export type Placement = 'distributed' | 'reference' | 'coordinator';

/** What breaks a rule of Citus, and what would have to be there instead. */
export type Obstacle = {
  readonly kind: 'unique index' | 'foreign key' | 'trigger' | 'identity' | 'function' | 'settings';
  /** What it is of; of functions their name. */
  readonly of: string;
  readonly what: string;
  readonly cure: string;
};

export type DistributionPlan = {
  readonly placements: ReadonlyMap<string, Placement>;
  /** Unique indexes that name no merchant. */
  readonly directories: ReadonlySet<string>;
  readonly obstacles: readonly Obstacle[];
  /** What psql runs on the coordinator, in this order. */
  readonly commands: readonly string[];
  /** Called by statements or by one another on whichever machine runs those. */
  readonly undelegated: readonly string[];
};

/** Reads from the schema where each table goes, the commands, and what stands against them. */
export function planDistribution(facts: SchemaFacts): DistributionPlan {
  const placements = placeTables(facts);
  const isSpread = (table: string): boolean => placements.get(table) === 'distributed';
  const global = facts.uniques.filter(
    ({ table, by_merchant }) => isSpread(table) && table !== DIRECTORY.table && !by_merchant,
  );
  return {
    placements,
    directories: new Set(global.map(({ name }) => name)),
    obstacles: [
      ...global.filter((unique) => !isInDirectory(unique)).map(uniqueObstacle),
      ...foreignObstacles(facts, placements),
      ...facts.triggers.filter(({ table }) => placements.get(table) !== 'coordinator').map(triggerObstacle),
      ...facts.identities
        .filter(({ table, type }) => isSpread(table) && type !== 'bigint')
        .map(identityObstacle),
      ...facts.functions.filter(({ of_couriers }) => of_couriers).map(courierObstacle),
      SETTINGS,
    ],
    commands: [
      ...global.filter(isInDirectory).flatMap(plainCommands),
      ...tableCommands(facts, placements),
      ...functionCommands(facts),
    ],
    undelegated: facts.functions
      .filter(({ merchant, of_tables, of_couriers }) => merchant === null && !of_tables && !of_couriers)
      .map(({ name }) => name),
  };
}

/** A table of merchants is spread; what such a table refers to must be on every machine, and so on. */
function placeTables({ tables, foreignKeys }: SchemaFacts): ReadonlyMap<string, Placement> {
  const placements = new Map<string, Placement>(
    tables.map(({ name, of_merchants }) => [
      name,
      of_merchants || name === DIRECTORY.table ? 'distributed' : 'coordinator',
    ]),
  );
  for (let changed = true; changed;) {
    changed = false;
    for (const { table, target } of foreignKeys) {
      if (placements.get(table) === 'coordinator' || placements.get(target) !== 'coordinator') continue;
      placements.set(target, 'reference');
      changed = true;
    }
  }
  return placements;
}

type Unique = SchemaFacts['uniques'][number];

/** What the directory lets nobody have twice, the index of the table need not; to look up by it, it stays. */
function isInDirectory({ table, columns, is_primary }: Unique): boolean {
  return (
    !is_primary &&
    Object.values<KnownKey>(knownKeys).some(
      (known) => known.table === table && columnsOf(known).join(', ') === columns,
    )
  );
}

function plainCommands({ name, table, is_constraint, definition }: Unique): readonly string[] {
  const drop = is_constraint ? `ALTER TABLE ${table} DROP CONSTRAINT ${name};` : `DROP INDEX ${name};`;
  return [drop, `${definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX')};`];
}

function uniqueObstacle({ name, table, columns, within, is_primary }: Unique): Obstacle {
  return {
    kind: 'unique index',
    of: table,
    what: `${name} (${columns})${within === null ? '' : ` where ${within}`} does not hold ${DISTRIBUTION_COLUMN}`,
    cure: is_primary
      ? `${DISTRIBUTION_COLUMN} in the key too, and named by whoever looks a row up`
      : 'a line in known-keys.ts: the directory then holds it',
  };
}

function foreignObstacles(
  { foreignKeys }: SchemaFacts,
  placements: ReadonlyMap<string, Placement>,
): readonly Obstacle[] {
  return foreignKeys.flatMap(({ table, name, target, definition, aligned, empties }) => {
    const [from, to] = [placements.get(table), placements.get(target)];
    const says = (why: string, cure: string): Obstacle => ({
      kind: 'foreign key',
      of: table,
      what: `${name} ${why}: ${definition}`,
      cure,
    });
    if (to === 'distributed' && from !== 'distributed')
      return [
        says(
          'leads from the coordinator to rows that are spread',
          'the statement that writes it looks itself',
        ),
      ];
    if (to === 'distributed' && !aligned)
      return [
        says(`does not carry ${DISTRIBUTION_COLUMN}`, `${DISTRIBUTION_COLUMN} in it, as in the others`),
      ];
    if (to === 'distributed' && empties)
      return [
        says(`would empty ${DISTRIBUTION_COLUMN}`, 'NO ACTION, and the statement that deletes empties it'),
      ];
    return [];
  });
}

/** They write to the directory, whose entries lie on other machines. */
const LISTING: ReadonlySet<string> = new Set(['list_in_directory', 'keep_directory']);

function triggerObstacle({ table, name, calls }: SchemaFacts['triggers'][number]): Obstacle {
  return {
    kind: 'trigger',
    of: table,
    what: name,
    cure: LISTING.has(calls)
      ? 'the setting, and a commit in two phases, for the entry lies on another machine than the row; else the entry as part of the statements that write'
      : 'the setting, as ours touch rows of the same merchant alone; else what it does as part of the statements that write',
  };
}

function identityObstacle({ table, column, type }: SchemaFacts['identities'][number]): Obstacle {
  return {
    kind: 'identity',
    of: table,
    what: `${column} is ${type}: machines share out numbers of bigint alone`,
    cure: 'bigint',
  };
}

/** A courier carries for all merchants, so what is summed up of one lies on every machine. */
function courierObstacle({ name }: SchemaFacts['functions'][number]): Obstacle {
  return {
    kind: 'function',
    of: name,
    what: 'it looks at the rows of one courier, which are of many merchants',
    cure: 'what it sums up kept beside the courier, on the coordinator',
  };
}

/** Nothing in the schema: how each transaction says for whom it is. */
const SETTINGS: Obstacle = Object.freeze({
  kind: 'settings',
  of: 'every statement',
  what: 'row-level security goes by set_config(…, true), which Citus does not hand on to the machines that hold the rows',
  cure: 'SET LOCAL with citus.propagate_set_commands = local, and both roles allowed to connect from the coordinator',
});

function tableCommands(
  { tables }: SchemaFacts,
  placements: ReadonlyMap<string, Placement>,
): readonly string[] {
  const of = (wanted: Placement): readonly string[] =>
    tables.map(({ name }) => name).filter((name) => placements.get(name) === wanted);
  const spread = of('distributed').toSorted(
    (one, other) => Number(other === FIRST_TABLE) - Number(one === FIRST_TABLE),
  );
  return [
    ...of('reference').map((name) => `SELECT create_reference_table('${name}');`),
    ...spread.map(
      (name) =>
        `SELECT create_distributed_table('${name}', '${columnOf(name)}', colocate_with => '${name === FIRST_TABLE || name === DIRECTORY.table ? 'none' : FIRST_TABLE}');`,
    ),
  ];
}

/** Whoever is called for a merchant runs where the merchant's rows lie. */
function functionCommands({ functions }: SchemaFacts): readonly string[] {
  return functions.flatMap(({ signature, merchant }) =>
    merchant === null
      ? []
      : [
          `SELECT create_distributed_function('${signature}', '${merchant}', colocate_with => '${FIRST_TABLE}');`,
        ],
  );
}
