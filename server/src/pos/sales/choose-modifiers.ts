import type { SaleItemIn } from '@cottontree/contract';
import { Failure, invalid } from '../../core/failure.ts';
import type { Sellable } from '../catalogue/price-book.ts';
import type { KeptModifier } from './sale-parts.ts';

type Chosen = NonNullable<SaleItemIn['modifiers']>;

/** What is added to an item, as many of each group as the product wants. */
export function chooseModifiers(
  chosen: Chosen,
  { groups, name }: Sellable,
  path: string,
): readonly KeptModifier[] {
  const known = new Map(
    groups.flatMap((group) => group.modifiers.map((modifier) => [modifier.id, modifier] as const)),
  );
  const perGroup = new Map<string, number>();
  const kept = chosen.map(({ id, quantity = 1 }): KeptModifier => {
    const modifier = known.get(id);
    if (!modifier)
      throw new Failure('MODIFIER_NOT_FOUND', `${path}: ${name} has no modifier ${id.slice(0, 64)}.`, {
        details: { path, modifier_id: id.slice(0, 64) },
      });
    perGroup.set(modifier.groupId, (perGroup.get(modifier.groupId) ?? 0) + quantity);
    return { id, name: modifier.name, price: String(modifier.priceMinor), quantity };
  });
  for (const group of groups) {
    const count = perGroup.get(group.id) ?? 0;
    if (count < group.minSelect)
      throw invalid({
        path: `${path}.modifiers`,
        message: `must have at least ${group.minSelect} of ${group.name}`,
      });
    if (group.maxSelect !== null && count > group.maxSelect)
      throw invalid({
        path: `${path}.modifiers`,
        message: `must have at most ${group.maxSelect} of ${group.name}`,
      });
  }
  return kept;
}
