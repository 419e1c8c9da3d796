import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { invoiceList } from './list-invoices.queries.ts';
import type { Invoices } from './open-invoices.ts';
import { presentInvoice } from './present-invoice.ts';

/** Lists a merchant's invoices, newest first unless sorted otherwise. */
export async function listInvoices(
  { query }: Input<Operations['listInvoices']>,
  call: Call,
  { store, settings }: Invoices,
): Promise<Reply<readonly Invoice[]>> {
  const { tenant, now } = call;
  const { rows, meta } = await invoiceList.find(store.slow(tenant), { call, query, given: { now } });
  return reply(
    rows.map((row) => presentInvoice(row, { settings, now })),
    { meta },
  );
}
