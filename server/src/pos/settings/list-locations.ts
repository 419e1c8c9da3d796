import type { Input, Location, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { ensureDefaultLocation } from './default-location.ts';
import { locationList } from './locations.queries.ts';
import { presentLocation } from './present-location.ts';

/** Lists the merchant's locations, newest first unless sorted otherwise; whoever asks has at least one. */
export async function listLocations(
  { query }: Input<Operations['listLocations']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Location[]>> {
  const { tenant, now } = call;
  await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { rows, meta } = await locationList.find(store.slow(tenant), { call, query });
  return reply(rows.map(presentLocation), { meta });
}
