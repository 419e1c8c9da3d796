import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { printSheets } from './print/print-sheets.ts';
import { readSheets } from './read-sheets.ts';

/** All tickets of an order that are not void, as one PDF. */
export async function getOrderTicketsPdf(
  { params }: Input<Operations['getOrderTicketsPdf']>,
  call: Call,
  module: Events,
): Promise<Reply<Uint8Array>> {
  const { tenant } = call;
  const sheets = await readSheets(
    module.store.of(tenant),
    { tenant, orderId: params.id, wants: (row) => row.status !== 'void' },
    module,
  );
  if (!sheets) throw new Failure('ORDER_NOT_FOUND', `There is no ticket order ${params.id}.`);
  if (sheets.tickets.length === 0)
    throw new Failure(
      'TICKET_NOT_FOUND',
      `The ticket order ${params.id} has no tickets. They are issued when it is paid.`,
    );
  return reply(await printSheets(module, sheets), { fileName: `${sheets.occasion.order_number}.pdf` });
}
