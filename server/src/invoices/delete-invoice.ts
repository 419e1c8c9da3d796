import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { requireMatch } from '../core/if-match.ts';
import { reply, type Reply } from '../core/reply.ts';
import { requireInvoice } from './get-invoice.ts';
import { deleteDraftInvoice } from './invoices.queries.ts';
import type { Invoices } from './open-invoices.ts';
import { refuseMove } from './refuse-move.ts';

/** Deletes a draft; what has a number stays for ever. */
export async function deleteInvoice(
  { params }: Input<Operations['deleteInvoice']>,
  { tenant, ifMatch }: Call,
  room: Invoices,
): Promise<Reply<Data<Operations['deleteInvoice']>>> {
  const runner = room.store.of(tenant);
  const key = { tenant, id: params.id };
  const row = await requireInvoice(runner, key);
  requireMatch(ifMatch, { what: `The invoice ${row.id}`, version: row.version });
  if (row.status !== 'draft')
    throw refuseMove(row, { to: 'deleted', why: 'Void it instead; it keeps its number.' });
  if (await deleteDraftInvoice(runner, key, row.version)) return reply({ id: row.id, deleted: true });
  throw new Failure(
    'PRECONDITION_FAILED',
    'The invoice was changed at this very moment. Read it again and decide again.',
  );
}
