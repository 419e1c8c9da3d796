import type { Input, Operations, RateCard } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { change } from '../../core/change.ts';
import { operatorRoleOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { changeDraftCard, type RateCardRow } from '../pricing/rate-cards.queries.ts';
import { checkCard } from './check-card.ts';
import { findCard, findDraft } from './find-card.ts';
import { presentRateCard } from './present-rate-card.ts';

/** Changes the figures given of a draft, on the revision that was read; with If-Match, only if that is the one the caller saw. */
export async function updateRateCard(
  { params, body }: Input<Operations['updateRateCard']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const { system } = room.store;
  const draft = {
    tooMany: 'requests change this rate card',
    read: () => findDraft(system, params.version, { now: call.now, to: 'draft' }),
    ifMatch: call.ifMatch,
    seen: ({ version, revision }: RateCardRow) => ({ version: revision, what: `Rate card ${version}` }),
  };
  return change(draft, async (row) => {
    const card = { ...row.card, ...body.card, version: row.version };
    await checkCard(system.slow, card);
    const changed = {
      version: row.version,
      revision: row.revision,
      card,
      note: body.note === undefined ? row.note : body.note,
      updated_at: room.world.now(),
    };
    if (!(await changeDraftCard(system, changed))) return undefined;
    const now = await findCard(system, params.version, call.now);
    return reply(presentRateCard(now), { version: String(now.revision) });
  });
}
