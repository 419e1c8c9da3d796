import type { Context } from '../../kernel/call/context.ts';
import type { Planner } from '../../outbox/index.ts';
import type { Channels } from './channels/open-channels.ts';
import type { JobDesk, KeyDesk } from './job-desk.ts';
import type { NoticeOptions } from './notice-options.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import type { ReceiptDesk } from './receipt-desk.ts';
import type { SettingsBook } from './settings-book.ts';
import type { TicketDesk } from './ticket-desk.ts';

/** What the operations and loops of notices share. */
export type Notices = Context & {
  readonly jobs: JobDesk;
  readonly keys: KeyDesk;
  readonly tickets: TicketDesk;
  readonly invoices: InvoiceDesk;
  readonly receipts: ReceiptDesk;
  readonly options: NoticeOptions;
  readonly channels: Channels;
  readonly book: SettingsBook;
  readonly planner: Planner;
};
