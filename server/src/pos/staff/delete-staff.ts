import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { staffNotFound } from './staff-book.ts';
import { removeStaff } from './staff.queries.ts';

/** Removes somebody from the staff, whose sessions end. */
export async function deleteStaff(
  { params }: Input<Operations['deleteStaff']>,
  { tenant, now }: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  if (!(await removeStaff(room.store.of(tenant), tenant, { id: params.id, now })))
    throw staffNotFound(params.id);
  room.staff.forget(params.id);
  room.sessions.forget(params.id);
  return reply({ id: params.id, deleted: true });
}
