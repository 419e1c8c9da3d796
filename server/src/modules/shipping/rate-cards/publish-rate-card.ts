import type { Input, Operations, RateCard } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { change } from '../../../kernel/change/change.ts';
import { operatorRoleOnly } from '../../../kernel/call/operators-only.ts';
import { parseTime } from '../../../kernel/time/parse-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import type { Shipping } from '../module.ts';
import { publishDraft, type RateCardRow } from '../pricing/rate-cards.queries.ts';
import { findCard, findDraft, presentRateCard } from './find-card.ts';
import { checkCard } from './check-card.ts';

const DAYS_AHEAD_MAX = 366;
const DAY_MS = 86_400_000;

/** Publishes a draft; from its time on, every node prices new quotes by it within 5 seconds. */
export async function publishRateCard(
  { params, body }: Input<Operations['publishRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const answer = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const effectiveAt = timeOf(body.effective_at, {
          now: call.now,
          timeZone: module.map().card.timeZone,
        });
        await publishCard(tx, {
          version: params.version,
          ifMatch: call.ifMatch,
          effectiveAt: () => effectiveAt,
          by: call.operator.name,
          at: call.now,
        });
        return reply(presentRateCard(await findCard(tx, params.version, call.now)));
      },
    },
  );
  module.store.notify(MAP_CHANNEL);
  await module.refreshMap();
  return answer;
}

/** A moment that has passed would change what was quoted since, so it means now. */
export function timeOf(
  text: string | undefined,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Date {
  if (text === undefined) return now;
  const parsed = parseTime(text, timeZone);
  if (!parsed.ok) throw invalid({ path: 'effective_at', message: parsed.message });
  if (parsed.at.getTime() > now.getTime() + DAYS_AHEAD_MAX * DAY_MS)
    throw invalid({ path: 'effective_at', message: `must be at most ${DAYS_AHEAD_MAX} days ahead` });
  return parsed.at > now ? parsed.at : now;
}

type Publishing = {
  readonly version: string;
  readonly ifMatch: string | null;
  readonly effectiveAt: (draft: RateCardRow) => Date;
  readonly by: string;
  readonly at: Date;
};

/** Publishes a draft as it was read, checked once more against the map as it is now; answers from when on it prices. */
export function publishCard(
  runner: Runner,
  { version, ifMatch, effectiveAt, by, at }: Publishing,
): Promise<Date> {
  const thing = {
    key: { tenant: null, id: String(version) },
    tooMany: 'requests change this rate card',
    read: () => findDraft(runner, version, { now: at, to: 'published' }),
    ifMatch,
    seen: (row: RateCardRow) => ({ what: `Rate card ${row.version}`, version: row.revision }),
  };
  return change(thing, async (row) => {
    await checkCard(runner, row.card);
    const effective_at = effectiveAt(row);
    const isPublished = await publishDraft(runner, {
      version: row.version,
      revision: row.revision,
      published_at: at,
      published_by: by,
      effective_at,
    });
    return isPublished ? effective_at : undefined;
  });
}
