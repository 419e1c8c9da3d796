import { operations, type Input, type Operations, type Product } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { changeProduct } from './change-product.ts';
import { judgeProduct, namedBy } from './judge-product.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { variantNotFound } from './product-failures.ts';
import type { ProductState } from './product-state.ts';
import { blankVariant, readVariant } from './read-variant.ts';
import { findReferences } from './references.queries.ts';

/** Adds a variant to a variable product. */
export async function createVariant(
  { params, body }: Input<Operations['createVariant']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const references = await findReferences(runner, call.tenant, namedBy([{ variants: [body] }]));
      const fresh = blankVariant({ call, module });
      const decide = (before: ProductState): ProductState => {
        refuseReadOnly(operations.createVariant.readOnly, body, {
          ...presentProduct(before, module.settings),
          id: undefined,
        });
        if (before.type !== 'variable') throw notVariable(before);
        const position = Math.max(...before.variants.map((one) => one.position)) + 1;
        const after = {
          ...before,
          variants: [
            ...before.variants,
            readVariant(body, { ...fresh, position }, { path: '', currency: before.currency }),
          ],
        };
        judgeProduct(after, references);
        return after;
      };
      const product = await changeProduct(module, {
        call,
        runner,
        productId: params.id,
        ifMatch: null,
        decide,
      });
      return reply(presentProduct(product, module.settings), { status: 201, version: versionOf(product) });
    },
  });
}

function notVariable({ type }: ProductState): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `A ${type} product has no variants. Change its type to variable first; what it is now becomes its first variant.`,
    { details: { from: type, to: type, allowed: ['variable'] } },
  );
}

/** Changes the fields given of a variant. That of a product which is not variable is changed through the product. */
export async function updateVariant(
  { params, body }: Input<Operations['updateVariant']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  const runner = module.store.of(call.tenant);
  const references = await findReferences(runner, call.tenant, namedBy([{ variants: [body] }]));
  const product = await changeProduct(module, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      const now = before.variants.find(({ id }) => id === params.variantId);
      if (!now) throw variantNotFound(params.variantId);
      const product = presentProduct(before, module.settings);
      const shown = product.variants.find(({ id }) => id === now.id);
      refuseReadOnly(operations.updateVariant.readOnly, body, { ...product, ...shown });
      if (before.type !== 'variable')
        throw invalid({
          path: 'body',
          message: `changes the variant that stands for a ${before.type} product; change the product instead`,
        });
      const changed = readVariant(body, now, { path: '', currency: before.currency });
      const after = {
        ...before,
        variants: before.variants.map((variant) => (variant === now ? changed : variant)),
      };
      judgeProduct(after, references);
      return after;
    },
  });
  return reply(presentProduct(product, module.settings), { version: versionOf(product) });
}

/** Takes a variant off sale for good; the last one goes only with its product. */
export async function deleteVariant(
  { params }: Input<Operations['deleteVariant']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  const runner = module.store.of(call.tenant);
  const product = await changeProduct(module, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      const left = before.variants.filter(({ id }) => id !== params.variantId);
      if (left.length === before.variants.length) throw variantNotFound(params.variantId);
      if (left.length === 0)
        throw new Failure(
          'STATE_CONFLICT',
          'The last variant of a product goes only with it. Delete the product instead.',
          { details: { from: 'last_variant', to: 'deleted', allowed: [] } },
        );
      return { ...before, variants: left };
    },
  });
  return reply(presentProduct(product, module.settings), { version: versionOf(product) });
}
