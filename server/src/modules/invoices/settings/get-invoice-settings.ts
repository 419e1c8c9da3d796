import type { InvoiceSettings } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Invoices } from '../module.ts';
import { presentInvoiceSettings } from './present-settings.ts';
import { readInvoiceDefaults } from '../invoices/settings.queries.ts';

/** How the merchant's invoices are, for the mode of the key. */
export async function getInvoiceSettings(
  _input: object,
  { tenant, caller }: Call,
  module: Invoices,
): Promise<Reply<InvoiceSettings>> {
  const defaults = await readInvoiceDefaults(module.store.of(tenant), tenant);
  return reply(
    presentInvoiceSettings(defaults, { settings: module.settings, currency: caller.merchant.currency }),
    { version: String(defaults.version) },
  );
}
