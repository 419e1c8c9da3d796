import type { Input, Location, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireLocation } from './default-location.ts';
import { replyLocation } from './present-location.ts';

/** Reads a location. */
export async function getLocation(
  { params }: Input<Operations['getLocation']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<Location>> {
  return replyLocation(await requireLocation(store.of(tenant), tenant, params.id));
}
