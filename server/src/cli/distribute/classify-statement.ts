import type { AnyStatement, Shape } from '../../store/index.ts';
import type { PlanNode, TablePlace } from './schema-facts.queries.ts';
import { columnOf, DISTRIBUTION_COLUMN } from './plan-distribution.ts';

/** How a statement would run on several machines. */
export type Reach =
  /** It touches no distributed table. */
  | 'none'
  /** All it touches is tied to one merchant, so one machine runs it. */
  | 'one'
  /** It finds its row by what is known before the merchant is, without the directory: every machine is asked. */
  | 'directory'
  /** It carries rows of whichever merchants asked at the same time. */
  | 'batch'
  /** It is for one merchant, and its plan does not show that of every table. */
  | 'unproven'
  /** Every machine is asked. */
  | 'several';

export type StatementReach = {
  readonly name: string;
  readonly reach: Reach;
  readonly does: 'reads' | 'writes' | 'locks';
  /** Tables that are not tied to one merchant. */
  readonly tables: readonly string[];
};

export type Spread = {
  readonly places: ReadonlyMap<string, TablePlace>;
  readonly distributed: ReadonlySet<string>;
  /** Unique indexes that do not hold the merchant. */
  readonly directories: ReadonlySet<string>;
};

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
];
/** Under these names a statement takes the rows of many. */
const BATCHED = ['merchant_ids', 'given', 'keys'];
const JOINED = /(\w+)\.merchant_id\)? = \(?(\w+)\.merchant_id\b/g;

type Seen = {
  readonly nodes: readonly PlanNode[];
  readonly scans: readonly {
    readonly alias: string;
    readonly table: string;
    readonly index: string | null;
  }[];
  /** What is written to distributed tables as merchant. */
  readonly inserts: readonly { readonly table: string; readonly merchant: string }[];
};

/** Reads from the plan of a statement whether each distributed table in it is tied to the merchant of its parameters. */
export function classifyStatement(
  { name, params }: AnyStatement,
  plan: PlanNode,
  where: Spread,
): StatementReach {
  const knowsMerchant = DISTRIBUTION_COLUMN in params;
  const seen = look(plan, where);
  const tied = tiedAliases(seen);
  const loose = seen.scans.filter(({ alias }) => !tied.has(alias));
  // What a statement for one merchant inserts comes from its parameters, or from rows that are tied.
  const foreign = knowsMerchant ? [] : seen.inserts.filter(({ merchant }) => !/\$\d/.test(merchant));
  const tables = [...new Set([...loose, ...foreign].map(({ table }) => table))].toSorted();
  return {
    name,
    does: doing(seen.nodes),
    tables,
    reach: reachOf({ seen, tables, loose, params }, where),
  };
}

type Judged = {
  readonly seen: Seen;
  readonly tables: readonly string[];
  readonly loose: Seen['scans'];
  readonly params: Shape;
};

function reachOf({ seen, tables, loose, params }: Judged, { directories }: Spread): Reach {
  if (seen.scans.length + seen.inserts.length === 0) return 'none';
  if (tables.length === 0) return 'one';
  if (DISTRIBUTION_COLUMN in params) return 'unproven';
  if (BATCHED.some((name) => name in params)) return 'batch';
  const entered = loose.some(({ index }) => index !== null && directories.has(index));
  return entered ? 'directory' : 'several';
}

function look(plan: PlanNode, { places, distributed }: Spread): Seen {
  const nodes = flatten(plan);
  const scans: { alias: string; table: string; index: string | null }[] = [];
  const inserts: { table: string; merchant: string }[] = [];
  for (const node of nodes) {
    const place = places.get(node['Relation Name'] ?? '');
    if (!place || !distributed.has(place.table)) continue;
    const { table, merchantAt } = place;
    if (node['Node Type'] !== 'ModifyTable')
      scans.push({ alias: node.Alias ?? table, table, index: indexOf(node) });
    else if (node.Operation === 'Insert')
      inserts.push({ table, merchant: node.Plans?.[0]?.Output?.[(merchantAt ?? 1) - 1] ?? '' });
  }
  return { nodes, scans, inserts };
}

/** The index by which it is looked up with what a caller gave; of a bitmap scan it stands one step below. */
function indexOf(node: PlanNode): string | null {
  const asked = [node, ...(node.Plans ?? [])].find((one) => /\$\d/.test(String(one['Index Cond'])));
  return asked?.['Index Name'] ?? null;
}

function flatten(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function tiedAliases({ nodes, scans }: Seen): ReadonlySet<string> {
  const said = nodes
    .flatMap((node) => CONDITIONS.map((name) => node[name]))
    .filter((condition) => typeof condition === 'string')
    .join(' ');
  const tied = new Set(scans.filter((scan) => isGiven(scan, said)).map(({ alias }) => alias));
  const pairs = [...said.matchAll(JOINED)].map(([, one = '', other = '']) => [one, other] as const);
  for (let before = -1; before < tied.size;) {
    before = tied.size;
    for (const [one, other] of pairs) {
      if (tied.has(one)) tied.add(other);
      if (tied.has(other)) tied.add(one);
    }
  }
  return tied;
}

function isGiven({ alias, table }: Seen['scans'][number], said: string): boolean {
  const column = `(?<![\\w.])${alias}\\.${columnOf(table)}`;
  return new RegExp(
    `${column} = \\(?(?:\\$\\d|'|InitPlan|SubPlan)|\\(?\\$\\d+(?:::text)?\\)? = ${column}\\b`,
  ).test(said);
}

function doing(nodes: readonly PlanNode[]): StatementReach['does'] {
  if (nodes.some((node) => node['Node Type'] === 'ModifyTable')) return 'writes';
  return nodes.some((node) => node['Node Type'] === 'LockRows') ? 'locks' : 'reads';
}
