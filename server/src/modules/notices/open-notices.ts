import { noticeChannels } from '@cottontree/contract';
import type { BrandPort, Notices } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { openChannels, type Connect } from './channels/open-channels.ts';
import type { DeliveryPort, KeyPort } from './delivery-port.ts';
import type { NoticeOptions } from './notice-options.ts';
import type { InvoicePort, ReceiptPort, TicketPort } from './document-ports.ts';
import { createPlanner } from './plan-notices.ts';
import { loopOf } from './wake-senders.ts';
import { sendDueNotices } from './send-notices.ts';
import { openSettingsCache } from './settings-cache.ts';
import { sweepNotices } from './sweep-notices.ts';

export type NoticeParts = {
  readonly jobs: DeliveryPort;
  readonly keys: KeyPort;
  readonly tickets: TicketPort;
  readonly invoices: InvoicePort;
  readonly receipts: ReceiptPort;
  readonly brands: BrandPort;
  readonly options: NoticeOptions;
  /** Opens a vetted connection that is not HTTP. */ readonly connect: Connect;
};

const SEND_EVERY_MS = 1_000;
const CACHE_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 15_000;
const ERASE_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Opens notices: the planner for the fan-out, the channels, and the settings of merchants. */
export async function openNotices(
  context: Context,
  { jobs, keys, tickets, invoices, receipts, brands, options, connect }: NoticeParts,
): Promise<Notices> {
  const cache = await openSettingsCache(context);
  const channels = openChannels(context, { options, connect, maskPhone: jobs.maskPhone });
  const module = { ...context, jobs, keys, tickets, invoices, receipts, brands, options, channels, cache };
  return { ...module, planner: createPlanner(module) };
}

/** What any one node does for all. */
export function noticeLoops(module: Notices): readonly Loop[] {
  return [
    { name: 'notices.book', everyMs: CACHE_EVERY_MS, turn: () => module.cache.refresh().then(() => 0) },
    { name: 'notices.sweep', everyMs: SWEEP_EVERY_MS, turn: () => sweepNotices(module) },
    // Each way by itself: one that answers slowly, or not at all, keeps none of the others waiting.
    ...noticeChannels.map((channel) => ({
      name: loopOf(channel),
      everyMs: SEND_EVERY_MS,
      turn: () => sendDueNotices(module, channel),
    })),
    {
      name: 'notices.erase',
      everyMs: ERASE_EVERY_MS,
      irrevocable: true,
      turn: () =>
        module.jobs.eraseEndedBefore(
          new Date(module.world.systemNow().getTime() - module.options.recipientDataDays * DAY_MS),
        ),
    },
  ];
}
