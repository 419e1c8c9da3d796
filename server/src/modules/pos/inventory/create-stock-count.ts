import {
  COUNT_LINES_MAX,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type StockCount,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { categoriesThere, fillCount } from './count-lines.queries.ts';
import { findCountByClient, insertCount } from './counts.queries.ts';
import { findTracked } from './find-tracked.ts';
import { presentCount, requireCount } from './stock-counts.ts';
import { requireSameContent } from './same-content.ts';

type Wanted = Input<Operations['createStockCount']>;

/** Begins a stock count: puts all that is tracked at a location, or what is named, on its list. */
export async function createStockCount(
  { body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<StockCount>> {
  const contentHash = await hashContent(body);
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const { tenant } = call;
      const clientId = body.client_id?.toLowerCase() ?? null;
      const first = await findFirst(runner, { call, clientId, contentHash });
      if (first) return reply(first);
      const location = await requireActiveLocation(runner, tenant, {
        id: body.location_id ?? null,
        now: call.now,
      });
      await module.staff.requireAt(call, staff, location.id);
      const id = makeId('cnt_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
      const isNew = await insertCount(runner, tenant, {
        id,
        client_id: clientId,
        content_hash: contentHash,
        location_id: location.id,
        note: body.note ?? null,
        created_at: call.now,
      });
      if (!isNew) return reply((await findFirst(runner, { call, clientId, contentHash })) ?? failedTwice());
      await requireNamed(runner, call, body);
      const lines = await fillCount(
        runner,
        { tenant, id },
        {
          variantIds: body.variant_ids ?? null,
          categoryIds: body.category_ids ?? null,
          linesMax: COUNT_LINES_MAX,
        },
      );
      if (lines > COUNT_LINES_MAX)
        throw new Failure(
          'TOO_MANY_ITEMS',
          `More than ${COUNT_LINES_MAX} variants would be to count. Count category by category.`,
          { details: { items_max: COUNT_LINES_MAX } },
        );
      return reply(presentCount(await requireCount(runner, { tenant, id }), tenant));
    },
  });
}

/** What the same client_id began before, whatever became of the location since; null where nothing did. */
async function findFirst(
  runner: Runner,
  {
    call,
    clientId,
    contentHash,
  }: { readonly call: Call; readonly clientId: string | null; readonly contentHash: Buffer },
): Promise<StockCount | null> {
  const known = clientId === null ? undefined : await findCountByClient(runner, call.tenant, clientId);
  if (!known) return null;
  requireSameContent(known, contentHash);
  return presentCount(known, call.tenant);
}

function failedTwice(): never {
  throw new Error('A stock count could be neither written nor found.');
}

async function requireNamed(
  runner: Runner,
  { tenant }: Call,
  { variant_ids: variantIds = [], category_ids: categoryIds = [] }: Wanted['body'],
): Promise<void> {
  await findTracked(
    runner,
    tenant,
    variantIds.map((id) => ({ variant_id: id })),
  );
  const there = categoryIds.length === 0 ? new Set() : await categoriesThere(runner, tenant, categoryIds);
  const absent = categoryIds.find((id) => !there.has(id));
  if (absent !== undefined) throw new Failure('CATEGORY_NOT_FOUND', `There is no category ${absent}.`);
}
