import type { Notices } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { openChannels, type Connect } from './channels/open-channels.ts';
import type { JobDesk, KeyDesk } from './job-desk.ts';
import type { NoticeOptions } from './notice-options.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import type { ReceiptDesk } from './receipt-desk.ts';
import { createPlanner } from './plan-notices.ts';
import { sendDueNotices } from './send-notices.ts';
import { openSettingsBook } from './settings-book.ts';
import { sweepNotices } from './sweep-notices.ts';
import type { TicketDesk } from './ticket-desk.ts';

export type NoticeParts = {
  readonly jobs: JobDesk;
  readonly keys: KeyDesk;
  readonly tickets: TicketDesk;
  readonly invoices: InvoiceDesk;
  readonly receipts: ReceiptDesk;
  readonly options: NoticeOptions;
  /** Opens a vetted connection that is not HTTP. */ readonly connect: Connect;
};

const SEND_EVERY_MS = 1_000;
const BOOK_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 15_000;
const ERASE_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Opens notices: the planner for the fan-out, the channels, and the settings of merchants. */
export async function openNotices(
  context: Context,
  { jobs, keys, tickets, invoices, receipts, options, connect }: NoticeParts,
): Promise<Notices> {
  const book = await openSettingsBook(context);
  const channels = openChannels(context, { options, connect, maskPhone: jobs.maskPhone });
  const room = { ...context, jobs, keys, tickets, invoices, receipts, options, channels, book };
  return { ...room, planner: createPlanner(room) };
}

/** What any one node does for all. */
export function noticeLoops(room: Notices): readonly Loop[] {
  return [
    { name: 'notices.book', everyMs: BOOK_EVERY_MS, turn: () => room.book.refresh().then(() => 0) },
    { name: 'notices.sweep', everyMs: SWEEP_EVERY_MS, turn: () => sweepNotices(room) },
    { name: 'notices.send', everyMs: SEND_EVERY_MS, turn: () => sendDueNotices(room) },
    {
      name: 'notices.erase',
      everyMs: ERASE_EVERY_MS,
      irrevocable: true,
      turn: () =>
        room.jobs.eraseEndedBefore(
          new Date(room.world.systemNow().getTime() - room.options.recipientDataDays * DAY_MS),
        ),
    },
  ];
}
