import { formatTime, toMajor, type OverviewToday } from '@cottontree/contract';
import {
  needWhere,
  type FoundNeed,
  type OverviewQuestion,
  type OverviewShare,
  type StepTaken,
} from '../../kernel/call/overview-share.ts';
import { dayOf } from '../../kernel/time/local-day.ts';
import type { Pos } from './module.ts';
import {
  differingDrawers,
  firstSale,
  flaggedDrawers,
  lowStock,
  oversoldStock,
  soldToday,
  tenderedToday,
  type DifferingDrawer,
  type FirstSale,
  type FlaggedDrawer,
  type ShortStock,
  type SoldToday,
  type TenderedToday,
} from './overview.queries.ts';
import { cashDifferenceIn } from './reports/reports.ts';

const WEEK_MS = 7 * 86_400_000;
const NAMES_MAX = 3;

/** What the till says to an overview. */
export async function overviewOfPos({ store }: Pos, question: OverviewQuestion): Promise<OverviewShare> {
  const seen = question.may('pos:read');
  const runner = store.reads(question.tenant);
  const first = seen ? await firstSale(runner, question) : undefined;
  const week = new Date(question.now.getTime() - WEEK_MS);
  return {
    needs: [
      ...(seen ? drawerNeeds(await differingDrawers(runner, question, week), { question, week }) : []),
      ...(question.may('cash:write') ? flaggedNeeds(await flaggedDrawers(runner, question, week), week) : []),
      ...(question.may('inventory:read') ? await stockNeeds(runner, question) : []),
    ],
    today: seen
      ? {
          till: tillOf(await soldToday(runner, question), await tenderedToday(runner, question), question),
        }
      : {},
    steps: stepsOf(first, seen),
  };
}

type Runner = Parameters<typeof soldToday>[0];

async function stockNeeds(runner: Runner, question: OverviewQuestion): Promise<readonly FoundNeed[]> {
  return [
    ...stockNeed(await oversoldStock(runner, question), {
      kind: 'stock_oversold',
      tone: 'bad',
      list: { operation: 'listInventory', query: { oversold: 'true' } },
    }),
    ...stockNeed(await lowStock(runner, question), {
      kind: 'stock_low',
      tone: 'idle',
      list: { operation: 'listLowStock', query: {} },
    }),
  ];
}

function stockNeed(
  rows: readonly ShortStock[],
  need: Pick<FoundNeed, 'kind' | 'tone' | 'list'>,
): readonly FoundNeed[] {
  const names = rows.map(({ name, variant_name: variant }) => (variant ? `${name}, ${variant}` : name));
  const [first] = rows;
  return needWhere(first !== undefined, () => ({
    ...need,
    count: Number(first?.count ?? 0n),
    amount: null,
    first: {
      id: first?.variant_id ?? '',
      label: names[0] ?? '',
      detail: first?.sku ?? null,
      since: first?.updated_at ?? null,
    },
    names,
  }));
}

function drawerNeeds(
  drawers: readonly DifferingDrawer[],
  { question, week }: { readonly question: OverviewQuestion; readonly week: Date },
): readonly FoundNeed[] {
  const [first] = drawers;
  return needWhere(first !== undefined, () => ({
    kind: 'cash_differs',
    tone: 'wait',
    count: drawers.length,
    amount: drawers.reduce((sum, { body }) => sum + (cashDifferenceIn(body) ?? 0n), 0n),
    first: {
      id: first?.id ?? '',
      label: first ? nameOf(first) : '',
      detail: first ? dayOf(first.closed_at, question.timeZone).toString() : null,
      since: first?.closed_at ?? null,
    },
    names: drawers.slice(0, NAMES_MAX).map(nameOf),
    list: { operation: 'reportZ', query: { from: dayOf(week, question.timeZone).toString() } },
  }));
}

const nameOf = ({ terminal, location, id }: DifferingDrawer | FlaggedDrawer): string =>
  terminal ?? location ?? id;

/** What tills did without network and the service would have said otherwise. */
function flaggedNeeds(drawers: readonly FlaggedDrawer[], week: Date): readonly FoundNeed[] {
  const [first] = drawers;
  return needWhere(first !== undefined, () => ({
    kind: 'drawers_flagged',
    tone: 'wait',
    count: drawers.length,
    amount: null,
    first: {
      id: first?.id ?? '',
      label: first ? nameOf(first) : '',
      detail: null,
      since: first?.flagged_at ?? null,
    },
    names: drawers.slice(0, NAMES_MAX).map(nameOf),
    list: { operation: 'listCashSessions', query: { flagged_since: formatTime(week) } },
  }));
}

function tillOf(
  { sales, total, open_sessions }: SoldToday,
  tenders: readonly TenderedToday[],
  { currency }: OverviewQuestion,
): NonNullable<OverviewToday['till']> {
  const all = tenders.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    open_sessions: Number(open_sessions),
    sales: Number(sales),
    total: toMajor(total, currency),
    tenders: tenders.map(({ channel, amount }) => ({
      channel,
      amount: toMajor(amount, currency),
      percent: all === 0n ? 0 : Math.round(Number((amount * 1_000n) / all) / 10),
    })),
  };
}

function stepsOf(first: FirstSale | undefined, seen: boolean): readonly StepTaken[] {
  const { product_id: product, sale_id: sale } = first ?? {};
  return [
    {
      step: 'product',
      operation: 'createProduct',
      seen,
      proof: product ? { id: product, at: first?.product_at ?? null } : null,
    },
    {
      step: 'first_sale',
      operation: 'createSale',
      seen,
      proof: sale ? { id: sale, at: first?.sale_at ?? null } : null,
    },
  ];
}
