import {
  operations,
  rateCardStatuses,
  type Data,
  type Input,
  type Operations,
  type RateCard,
  type RateCardHeading,
} from '@cottontree/contract';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { operatorRoleOnly } from '../../../kernel/call/operators-only.ts';
import { pageOfItems } from '../../../kernel/list/page-rows.ts';
import { readSeveral } from '../../../kernel/list/read-several.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { JsonObject, Runner } from '../../../store/index.ts';
import type { Shipping } from '../module.ts';
import {
  changeDraftCard,
  deleteDraft,
  findRateCardInForce,
  insertDraft,
  listAllRateCards,
  type RateCardRow,
} from '../pricing/rate-cards.queries.ts';
import { demoRateCard } from '../pricing/demo-rate-card.ts';
import { checkCard } from './check-card.ts';
import { cardNotFound, findCard, findDraft, presentHeading, presentRateCard } from './find-card.ts';

/** Drafts a rate card from the one in force and the figures given. */
export async function createRateCard(
  { body }: Input<Operations['createRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const version = await draftRateCard(module, tx, {
          figures: body.card ?? {},
          note: body.note ?? null,
          by: call.operator.name,
        });
        const row = await findCard(tx, String(version), call.now);
        return reply(presentRateCard(row), { status: 201, version: String(row.revision) });
      },
    },
  );
}

/** Lists the versions of the rate card, newest first; drafts are the operators' own. */
export async function listRateCards(
  { query }: Input<Operations['listRateCards']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<readonly RateCardHeading[]>> {
  const statuses =
    query.status === undefined
      ? rateCardStatuses
      : readSeveral(query.status, { path: 'status', words: rateCardStatuses });
  const cards = (await listAllRateCards(module.store.system.slow, call.now)).map(presentHeading);
  const matches = cards.filter(
    ({ status }) => (call.reach === null || status !== 'draft') && statuses.includes(status),
  );
  const { rows, meta } = pageOfItems(matches, query, { version: ({ version }) => version });
  return reply(rows, { meta });
}

/** Reads a version of the rate card; a draft is the operators' own. */
export async function getRateCard(
  { params }: Input<Operations['getRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCard>> {
  const row = await findCard(module.store.system, params.version, call.now);
  if (call.reach !== null && row.published_at === null) throw cardNotFound(params.version);
  // When it takes effect or is replaced, it reads differently although nobody has changed it.
  const version = call.reach === null && row.published_at === null ? { version: String(row.revision) } : {};
  return reply(presentRateCard(row), version);
}

/** Changes the figures given of a draft, on the revision that was read; with If-Match, only if that is the one the caller saw. */
export async function updateRateCard(
  { params, body }: Input<Operations['updateRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const { system } = module.store;
  const draft = {
    key: { tenant: null, id: String(params.version) },
    tooMany: 'requests change this rate card',
    read: () => findDraft(system, params.version, { now: call.now, to: 'draft' }),
    ifMatch: call.ifMatch,
    seen: ({ version, revision }: RateCardRow) => ({ version: revision, what: `Rate card ${version}` }),
  };
  return change(draft, async (row) => {
    refuseReadOnly(operations.updateRateCard.readOnly, body, presentRateCard(row));
    const card = { ...row.card, ...body.card, version: row.version };
    await checkCard(system.slow, card);
    const note = body.note === undefined ? row.note : body.note;
    if (changesNothing({ card, note }, row))
      return reply(presentRateCard(row), { version: String(row.revision) });
    const changed = {
      version: row.version,
      revision: row.revision,
      card,
      note,
      updated_at: module.world.now(),
    };
    if (!(await changeDraftCard(system, changed))) return undefined;
    const now = await findCard(system, params.version, call.now);
    return reply(presentRateCard(now), { version: String(now.revision) });
  });
}

/** Discards a draft; what was published stays for ever. */
export async function deleteRateCard(
  { params }: Input<Operations['deleteRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Data<Operations['deleteRateCard']>>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const { system } = module.store;
  const { version } = await findDraft(system, params.version, { now: call.now, to: 'deleted' });
  if (!(await deleteDraft(system, version))) throw cardNotFound(params.version);
  return reply({ id: String(version), deleted: true });
}

export type CardFigures = JsonObject;
type DraftInput = { readonly figures: CardFigures; readonly note: string | null; readonly by: string };

/** Numbers are given one after the other; under a rush each try can be overtaken. */
const TRIES_MAX = 64;

/** Drafts a card from the one in force and the figures given; answers its version. */
export async function draftRateCard(
  { world }: Context,
  runner: Runner,
  { figures, note, by }: DraftInput,
): Promise<number> {
  const at = world.now();
  const base = (await findRateCardInForce(runner, at))?.card ?? demoRateCard;
  // What is written down of the card in force is not written down of its successor.
  const card = { ...base, note: undefined, ...figures, version: 1 };
  await checkCard(runner, card);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const version = await insertDraft(runner, { card, note, created_at: at, created_by: by });
    if (version !== undefined) return version;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many rate cards are being drafted at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
