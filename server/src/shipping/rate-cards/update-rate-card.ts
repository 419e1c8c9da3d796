import type { Input, Operations, RateCard } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { requireMatch } from '../../core/if-match.ts';
import { operatorRoleOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { changeDraftCard } from '../pricing/rate-cards.queries.ts';
import { checkCard } from './check-card.ts';
import { findCard, findDraft } from './find-card.ts';
import { presentRateCard } from './present-rate-card.ts';

const TRIES_MAX = 8;

/** Changes the figures given of a draft, on the revision that was read; with If-Match, only if that is the one the caller saw. */
export async function updateRateCard(
  { params, body }: Input<Operations['updateRateCard']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const { system } = room.store;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const row = await findDraft(system, params.version, { now: call.now, to: 'draft' });
    requireMatch(call.ifMatch, { what: `Rate card ${row.version}`, version: row.revision });
    const card = { ...row.card, ...body.card, version: row.version };
    await checkCard(system.slow, card);
    const changed = {
      version: row.version,
      revision: row.revision,
      card,
      note: body.note === undefined ? row.note : body.note,
      updated_at: room.world.now(),
    };
    if (!(await changeDraftCard(system, changed))) continue;
    const now = await findCard(system, params.version, call.now);
    return reply(presentRateCard(now), { version: String(now.revision) });
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this rate card at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
