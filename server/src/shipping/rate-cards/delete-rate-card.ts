import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { operatorRoleOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { deleteDraft } from '../pricing/rate-cards.queries.ts';
import { cardNotFound, findDraft } from './find-card.ts';

/** Discards a draft; what was published stays for ever. */
export async function deleteRateCard(
  { params }: Input<Operations['deleteRateCard']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Data<Operations['deleteRateCard']>>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  const { system } = room.store;
  const { version } = await findDraft(system, params.version, { now: call.now, to: 'deleted' });
  if (!(await deleteDraft(system, version))) throw cardNotFound(params.version);
  return reply({ id: String(version), deleted: true });
}
