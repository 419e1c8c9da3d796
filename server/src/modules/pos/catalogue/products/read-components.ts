import type { UpdateProductBody } from '@cottontree/contract';
import { invalid } from '../../../../kernel/call/failure.ts';
import { readQuantity } from '../read-numbers.ts';
import { variantNotFound } from './product-failures.ts';
import type { ComponentState, ProductState } from './product-state.ts';
import type { References } from './references.queries.ts';

type Given = NonNullable<UpdateProductBody['components']>;

const WHOLE = 1_000n;
const QUANTITY_MILLI_MAX = 1_000_000_000n;

/** What is in a bundle, as given, else as it was; nothing else has components. */
export function readComponents(
  { components }: Pick<UpdateProductBody, 'components'>,
  now: ProductState,
  { type, references }: { readonly type: string; readonly references: References },
): readonly ComponentState[] {
  if (type === 'bundle')
    return (
      components?.map((given, at) => readComponent(given, { now, at, given: components, references })) ??
      now.components
    );
  if (components !== undefined && components.length > 0)
    throw invalid({ path: 'components', message: 'are only for bundles' });
  return [];
}

type Reading = {
  readonly now: ProductState;
  readonly at: number;
  readonly given: Given;
  readonly references: References;
};

function readComponent(
  { variant_id: variantId, quantity = 1 }: Given[number],
  { now, at, given, references }: Reading,
): ComponentState {
  const path = `components[${at}]`;
  const good = references.components.get(variantId);
  if (!good) throw variantNotFound(variantId);
  if (good.type === 'bundle' || good.productId === now.id)
    throw invalid({ path: `${path}.variant_id`, message: 'must not be a bundle itself' });
  if (given.findIndex((other) => other.variant_id === variantId) < at)
    throw invalid({
      path: `${path}.variant_id`,
      message: 'must stand there once; give it a larger quantity',
    });
  const quantityMilli = readQuantity(quantity, {
    path: `${path}.quantity`,
    min: 1n,
    max: QUANTITY_MILLI_MAX,
  });
  if (quantityMilli % good.stepMilli !== 0n)
    throw invalid({
      path: `${path}.quantity`,
      message: `must be a multiple of ${Number(good.stepMilli) / Number(WHOLE)}`,
    });
  return { variantId, quantityMilli };
}

/** Refuses a bundle whose components could not be taken off the stock to the last thousandth. */
export function judgeComponents({
  components,
  quantityStep,
}: Pick<ProductState, 'components' | 'quantityStep'>): void {
  if (components.length > 0 && quantityStep % WHOLE !== 0n)
    throw invalid({ path: 'quantity_step', message: 'must be a whole number for a bundle with components' });
}
