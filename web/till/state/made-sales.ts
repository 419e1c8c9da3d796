import type { Sale } from '@cottontree/contract';
import { client } from '../data/api.ts';
import type { LastSold } from '../data/last-sold.ts';
import { outbox } from './sending.ts';
import { terminal } from './signals.ts';

/** The server's own sale of one that was made here; null while it has not got it. */
export async function serverSaleOf(sold: LastSold): Promise<Sale | null> {
  if (sold.kind === 'asked') return (await client.getSale({ params: { id: sold.sale.id } })).data;
  return findSale(sold.sale.number, sold.sale.clientId);
}

/** Looks a sale of this till up by what stands on its receipt. */
export async function findSale(number: string, clientId: string): Promise<Sale | null> {
  outbox.value?.sendNow();
  const { data } = await client.listSales({
    query: { q: number, terminal_id: terminal.value?.id ?? '', limit: 20 },
  });
  return data.find((sale) => sale.client_id === clientId) ?? null;
}

/** What this till sold as the server has it, the newest first. */
export async function newestThere(most: number): Promise<readonly Sale[]> {
  const { data } = await client.listSales({ query: { terminal_id: terminal.value?.id ?? '', limit: most } });
  return data.filter(({ completed_at }) => completed_at !== null);
}

/** Sales of any till by a number that somebody types off a receipt. */
export async function lookUpSales(number: string): Promise<readonly Sale[]> {
  return (await client.listSales({ query: { q: number, limit: 20 } })).data;
}
