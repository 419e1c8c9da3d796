import type { Import, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { importNotFound, withErrors } from './get-import.ts';
import { cancelImportRecord, findImport } from './imports.queries.ts';

/** Stops an import; what it has created stays. */
export async function cancelImport(
  { params }: Input<Operations['cancelImport']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Import>> {
  const { tenant } = call;
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const row =
        (await cancelImportRecord(runner, tenant, { id: params.id, now: room.world.now() })) ??
        (await findImport(runner, tenant, params.id));
      if (!row) throw importNotFound(params.id);
      if (row.status !== 'cancelled')
        throw new Failure('STATE_CONFLICT', `The import ${row.id} has ended: all its rows are settled.`, {
          details: { from: row.status, to: 'cancelled', allowed: [] },
        });
      return reply(await withErrors(runner, tenant, row));
    },
  });
}
