import type { Input, Operations, TillChanges, TillKind } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, replyShared, type AnyReply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { categoryResource } from '../catalogue/categories/categories.ts';
import { discountResource } from '../catalogue/discounts/discounts.ts';
import { modifierGroupResource } from '../catalogue/modifier-groups/modifier-groups.ts';
import { presentSyncedProduct } from '../catalogue/products/present-product.ts';
import { findBareProducts } from '../catalogue/products/products.queries.ts';
import { presentMany } from '../../../kernel/resource/resource.ts';
import { taxRateResource } from '../catalogue/tax-rates/tax-rates.ts';
import type { Pos } from '../module.ts';
import { findLocation } from '../settings/locations.queries.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { presentPosSettings } from '../settings/pos-settings.ts';
import { presentLocation } from '../settings/locations.ts';
import { findTillState, listTillChanges, type TillChange } from './till-changes.queries.ts';

const LIMIT_DEFAULT = 500;

/** Reads what changed for tills since they asked last. */
export async function getTillChanges(
  { query }: Input<Operations['getTillChanges']>,
  call: Call,
  module: Pos,
): Promise<AnyReply<TillChanges>> {
  const { limit = LIMIT_DEFAULT, cursor } = query;
  const from = cursor === undefined ? null : readSyncCursor(cursor);
  const reading = { runner: module.store.slow(call.tenant), call, module };
  const make = (): Promise<TillChanges> => readChanges({ from, limit }, reading);
  // From the first answer to the one that has all, and never after it: what a till asks for day by day is its own.
  if (from && from.seq >= from.born) return reply(await make());
  const state = await findTillState(reading.runner, call.tenant);
  if (state === undefined) return reply(await make());
  refuseLaterState(from, state.lastSeq);
  const { tenant, caller } = call;
  return replyShared(
    [tenant.merchantId, tenant.livemode, caller.merchant.currency, state.mark, from?.seq, from?.born, limit],
    async () => ({ data: await make() }),
  );
}

type Asked = { readonly from: SyncCursor | null; readonly limit: number };

async function readChanges({ from, limit }: Asked, reading: Reading): Promise<TillChanges> {
  const { runner, call } = reading;
  const { lastSeq, changes } = await listTillChanges(runner, call.tenant, {
    after: from?.seq ?? 0n,
    born: from?.born ?? null,
    rowsMax: limit + 1,
  });
  refuseLaterState(from, lastSeq);
  const shown = changes.slice(0, limit);
  const hasMore = changes.length > limit;
  const seq = hasMore ? (shown.at(-1)?.seq ?? lastSeq) : lastSeq;
  return {
    ...(await readThings(shown, reading)),
    deleted: shown.filter(({ deleted }) => deleted).map(({ kind, id }) => ({ kind: kind as TillKind, id })),
    cursor: writeSyncCursor({ seq, born: from?.born ?? lastSeq }),
    has_more: hasMore,
  };
}

type Reading = { readonly runner: Runner; readonly call: Call; readonly module: Pos };

/** Each thing as it is now. One that was deleted since the changes were read is left out here: that is a change of its own, which comes next. */
async function readThings(
  changes: readonly TillChange[],
  { runner, call, module }: Reading,
): Promise<Omit<TillChanges, 'deleted' | 'cursor' | 'has_more'>> {
  const idsOf = (kind: TillKind): readonly string[] =>
    changes.flatMap((change) => (change.kind === kind && !change.deleted ? [change.id] : []));
  const products = idsOf('product');
  const order = new Map(products.map((id, at) => [id, at]));
  const found = products.length === 0 ? [] : await findBareProducts(runner, call.tenant, products);
  const locations = await Promise.all(idsOf('location').map((id) => findLocation(runner, call.tenant, id)));
  return {
    products: found
      .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      .map((product) => presentSyncedProduct(product, module.settings)),
    categories: await presentMany(categoryResource, idsOf('category'), { runner, tenant: call.tenant }),
    modifier_groups: await presentMany(modifierGroupResource, idsOf('modifier_group'), {
      runner,
      tenant: call.tenant,
    }),
    tax_rates: await presentMany(taxRateResource, idsOf('tax_rate'), { runner, tenant: call.tenant }),
    discounts: await presentMany(discountResource, idsOf('discount'), { runner, tenant: call.tenant }),
    locations: locations.flatMap((location) => (location ? [presentLocation(location)] : [])),
    settings:
      idsOf('settings').length > 0
        ? presentPosSettings(await readPosSettings(runner, call.tenant), call)
        : null,
  };
}

/** A database brought back from a backup knows less than the till that read it before. */
function refuseLaterState(from: SyncCursor | null, lastSeq: bigint): void {
  if (from === null || (from.seq <= lastSeq && from.born <= lastSeq)) return;
  throw new Failure(
    'CURSOR_EXPIRED',
    'The cursor is of a later state than the catalogue is in, which was restored since. Ask without a cursor, and put what comes in the place of everything.',
  );
}

/** Up to where a till has read, and up to where the feed was when it began. */
type SyncCursor = { readonly seq: bigint; readonly born: bigint };

const FORM = /^s1\.(\d{1,18})\.(\d{1,18})$/;

function writeSyncCursor({ seq, born }: SyncCursor): string {
  return Buffer.from(`s1.${seq}.${born}`).toString('base64url');
}

/** Refuses what no answer gave out. */
function readSyncCursor(cursor: string): SyncCursor {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, seq, born] = FORM.exec(bytes.toString('latin1')) ?? [];
  if (seq === undefined || born === undefined || bytes.toString('base64url') !== cursor)
    throw invalid({ path: 'cursor', message: 'must be the cursor of the answer before, unchanged' });
  return { seq: BigInt(seq), born: BigInt(born) };
}
