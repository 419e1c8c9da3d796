import type { Scope } from '@cottontree/contract';
import { client } from '../../../kit/data/client.ts';
import { fetchFile } from '../../../kit/data/files.ts';
import { may } from '../../../kit/data/session.ts';

/** One file of what a merchant has: how it is called, and how it comes. */
export type ExportFile = { readonly name: string; readonly fetch: () => Promise<Blob> };

/** Lists that come as CSV, with the right that reading them takes. */
const LISTS: readonly (readonly [name: string, path: string, scope: Scope])[] = [
  ['customers', '/customers', 'customers:read'],
  ['deliveries', '/shipping/deliveries', 'shipping:read'],
  ['delivery-claims', '/shipping/claims', 'shipping:read'],
  ['events', '/events', 'events:read'],
  ['ticket-orders', '/ticket-orders', 'tickets:read'],
  ['products', '/pos/products', 'pos:read'],
  ['categories', '/pos/categories', 'pos:read'],
  ['modifier-groups', '/pos/modifier-groups', 'pos:read'],
  ['tax-rates', '/pos/tax-rates', 'pos:read'],
  ['discounts', '/pos/discounts', 'pos:read'],
  ['locations', '/pos/locations', 'pos:read'],
  ['stock', '/pos/inventory', 'inventory:read'],
  ['stock-movements', '/pos/inventory/movements', 'inventory:read'],
  ['stock-counts', '/pos/inventory/counts', 'inventory:read'],
  ['stock-transfers', '/pos/inventory/transfers', 'inventory:read'],
  ['sales', '/pos/sales', 'pos:read'],
  ['sale-refunds', '/pos/refunds', 'pos:read'],
  ['cash-drawers', '/pos/cash-sessions', 'cash:write'],
  ['staff', '/pos/staff', 'pos:admin'],
  ['tills', '/pos/terminals', 'pos:admin'],
  ['invoices', '/invoices', 'invoices:read'],
  ['recurring-invoices', '/invoices/recurring', 'invoices:read'],
  ['credit-notes', '/credit-notes', 'invoices:read'],
  ['payments', '/payments', 'payments:read'],
  ['refunds', '/refunds', 'payments:read'],
  ['payment-links', '/payment-links', 'payment_links:read'],
  ['payouts', '/payouts', 'ledger:read'],
  ['settlements', '/shipping/settlements', 'ledger:read'],
  ['ledger-entries', '/ledger/entries', 'ledger:read'],
  ['reconciliation', '/reconciliation/items', 'ledger:read'],
  ['activity', '/activity', 'activity:read'],
];

/** What is one object each, kept together as JSON. */
const SETTINGS = {
  merchant: () => client.getMerchant(),
  branding: () => client.getBranding(),
} as const;

const PAGE_MAX = 100;

/** Every file that the person may have: a list each, what each event sold, and the profile. */
export async function exportFiles(): Promise<readonly ExportFile[]> {
  const lists = LISTS.filter(([, , scope]) => may(scope)).map(([name, path]) => csv(`${name}.csv`, path));
  const tickets = may('tickets:read') && may('events:read') ? await ticketFiles() : [];
  return [...(may('merchant:read') ? [settings()] : []), ...lists, ...tickets];
}

function csv(name: string, path: string): ExportFile {
  return { name, fetch: () => fetchFile(path, 'text/csv') };
}

function settings(): ExportFile {
  return {
    name: 'settings.json',
    async fetch() {
      const read = await Promise.all(
        Object.entries(SETTINGS).map(async ([name, call]) => [name, (await call()).data] as const),
      );
      return new Blob([JSON.stringify(Object.fromEntries(read), null, 2)], { type: 'application/json' });
    },
  };
}

/** The tickets of each event are a list of its own. */
async function ticketFiles(): Promise<readonly ExportFile[]> {
  const files: ExportFile[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await client.listEvents({
      query: { limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const { id, name } of data)
      files.push(csv(`tickets/${fileName(name)}-${id.slice(-6)}.csv`, `/events/${id}/tickets.csv`));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return files;
}

const NAME_LENGTH_MAX = 60;

/** Nothing that a system of files takes for something else. */
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{Letter}\p{Number}]+/gu, '-').replace(/^-|-$/g, '');
  return plain.slice(0, NAME_LENGTH_MAX) || 'event';
}
