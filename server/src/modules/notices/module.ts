import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Planner } from '../../outbox/index.ts';
import type { Channels } from './channels/open-channels.ts';
import type { DeliveryPort, KeyPort } from './delivery-port.ts';
import type { InvoicePort, ReceiptPort, TicketPort } from './document-ports.ts';
import type { LetterBrand } from './dress-letter.ts';
import type { NoticeOptions } from './notice-options.ts';
import type { SettingsCache } from './settings-cache.ts';

/** What the operations and loops of notices share. */
export type Notices = Context & {
  readonly jobs: DeliveryPort;
  readonly keys: KeyPort;
  readonly tickets: TicketPort;
  readonly invoices: InvoicePort;
  readonly receipts: ReceiptPort;
  readonly brands: BrandPort;
  readonly options: NoticeOptions;
  readonly channels: Channels;
  readonly cache: SettingsCache;
  readonly planner: Planner;
};

/** How the letters of each merchant look. */
export type BrandPort = { readonly find: (tenant: Tenant) => Promise<LetterBrand> };
