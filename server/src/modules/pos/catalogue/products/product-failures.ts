import { Failure } from '../../../../kernel/call/failure.ts';

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function productNotFound(id: string): Failure {
  return new Failure('PRODUCT_NOT_FOUND', `There is no product ${id.slice(0, 64)}.`);
}

export function variantNotFound(id: string): Failure {
  return new Failure('VARIANT_NOT_FOUND', `The product has no variant ${id.slice(0, 64)}.`);
}

export function categoryNotFound(id: string): Failure {
  return new Failure('CATEGORY_NOT_FOUND', `There is no category ${id.slice(0, 64)}.`);
}

export function taxRateNotFound(id: string): Failure {
  return new Failure('TAX_RATE_NOT_FOUND', `There is no tax rate ${id.slice(0, 64)}.`);
}

export function modifierGroupNotFound(id: string): Failure {
  return new Failure('MODIFIER_GROUP_NOT_FOUND', `There is no modifier group ${id.slice(0, 64)}.`);
}

/** Another variant, of this or another product, has the code; `variantId` null where the database alone has seen it. */
export function codeTaken({
  kind,
  code,
  variantId,
  owner = variantId === null ? 'Another variant' : `The variant ${variantId}`,
}: {
  readonly kind: string;
  readonly code: string;
  readonly variantId: string | null;
  /** Who has it, as people know it; else what the database knows. */
  readonly owner?: string;
}): Failure {
  const sentence = `${owner} has the ${kind === 'sku' ? 'SKU' : 'barcode'} ${code} already.`;
  return new Failure(kind === 'sku' ? 'DUPLICATE_SKU' : 'DUPLICATE_BARCODE', sentence, {
    details: { variant_id: variantId, [kind === 'sku' ? 'sku' : 'barcode']: code },
  });
}

/** What a bundle takes off the stock can be neither deleted nor made a bundle. */
export function componentNeeded(): Failure {
  return new Failure(
    'STATE_CONFLICT',
    'A bundle has this as a component. Take it out of the bundle, or delete that, first.',
    { details: { from: 'in_bundle', to: 'deleted', allowed: [] } },
  );
}

/** Somebody else deleted the component, or made it a bundle, at the same moment. */
export function componentNotSold(): Failure {
  return new Failure(
    'VARIANT_NOT_FOUND',
    'A component of the bundle is sold no more, or has become a bundle itself.',
  );
}
