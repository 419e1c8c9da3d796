import {
  COUNT_LINES_MAX,
  quantityMilliMax,
  type Data,
  type Input,
  type Operations,
  type StockCountLine,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Sellable } from '../catalogue/sellables.ts';
import type { Pos } from '../module.ts';
import { countLinesOf, putCountLines, type CountLineRow, type CountedFigure } from './count-lines.queries.ts';
import { findTracked } from './find-tracked.ts';
import {
  holdOpenPlace,
  presentCount,
  presentCountLine,
  requireCount,
  requireOpenCount,
} from './stock-counts.ts';
import { readQuantity } from './read-quantity.ts';
import { requireAllSteps } from './read-steps.ts';

type Wanted = Input<Operations['addStockCountLines']>;
type Item = Wanted['body']['items'][number];

/** Takes down what was counted, beside what should have been there. */
export async function addStockCountLines(
  { params, body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<Data<Operations['addStockCountLines']>>> {
  const quantities = body.items.map((item, at) =>
    readQuantity(item.counted, { path: `items[${at}].counted`, min: 'zero' }),
  );
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const { tenant } = call;
      const key = { tenant, id: params.id };
      const row = await requireOpenCount(runner, key, 'open');
      await module.staff.requireAt(call, staff, row.location_id);
      await holdOpenPlace(runner, call, { row, to: 'open' });
      const variants = await findTracked(runner, tenant, body.items);
      requireAllSteps(quantities, variants, (at) => `items[${at}].counted`);
      const figures = foldFigures(body.items, { quantities, variants });
      const taken = await putCountLines(runner, key, { locationId: row.location_id, figures, at: call.now });
      const untaken = variants.findIndex(({ variantId }) => !taken.has(variantId));
      if (untaken !== -1)
        throw invalid({ path: `items[${untaken}].seq`, message: 'is no seq that the level has had' });
      const count = await requireCount(runner, key);
      if (count.lines > COUNT_LINES_MAX)
        throw new Failure(
          'TOO_MANY_ITEMS',
          `A stock count has at most ${COUNT_LINES_MAX} lines. Begin another for the rest.`,
          { details: { items_max: COUNT_LINES_MAX } },
        );
      const lines = await countLinesOf(
        runner,
        key,
        figures.map((figure) => figure.variant_id),
      );
      return reply({ count: presentCount(count, tenant), lines: inOrder(lines, variants) });
    },
  });
}

/** One figure a variant: a later one replaces it, or adds to it. */
function foldFigures(
  items: readonly Item[],
  {
    quantities,
    variants,
  }: { readonly quantities: readonly bigint[]; readonly variants: readonly Sellable[] },
): readonly CountedFigure[] {
  const figures = new Map<string, { counted: bigint; readonly add: boolean; readonly seq: number | null }>();
  items.forEach((item, at) => {
    const id = variants[at]?.variantId ?? '';
    const counted = quantities[at] ?? 0n;
    const before = figures.get(id);
    if (item.add === true && before) before.counted += counted;
    else figures.set(id, { counted, add: item.add ?? false, seq: item.seq ?? null });
    if ((figures.get(id)?.counted ?? 0n) > quantityMilliMax)
      throw invalid({ path: `items[${at}].counted`, message: 'makes more than 1,000,000,000' });
  });
  return [...figures].map(([id, { counted, add, seq }]) => ({
    variant_id: id,
    counted: String(counted),
    add,
    seq,
  }));
}

function inOrder(lines: readonly CountLineRow[], variants: readonly Sellable[]): StockCountLine[] {
  const byVariant = new Map(lines.map((line) => [line.variant_id, line]));
  return variants.flatMap(({ variantId }) => byVariant.get(variantId) ?? []).map(presentCountLine);
}
