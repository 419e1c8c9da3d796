import {
  idRandomBytes,
  makeId,
  operations,
  type Input,
  type Operations,
  type RecurringInvoice,
  type SendChannel,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { Invoices } from '../module.ts';
import { readDay } from '../invoices/read-parts.ts';
import { dayOf } from '../invoices/calendar.ts';
import { composeFromTemplate } from './compose-from-template.ts';
import { placeOf } from './next-place.ts';
import { replyRecurring } from './present-recurring.ts';
import { insertRecurring, type NewRecurring } from './recurring.queries.ts';

type Body = Input<Operations['createRecurringInvoice']>['body'];

/** Begins to bill something again and again; what an invoice of it would be is composed once, so that a mistake is told at once. */
export async function createRecurringInvoice(
  { body }: Input<Operations['createRecurringInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  refuseReadOnly(operations.createRecurringInvoice.readOnly, body, showMode(call.tenant.livemode));
  const recurring = compose(module, call, body);
  const answer = await effect<RecurringInvoice>(module, call, {
    work: async (runner) => {
      await composeFromTemplate(
        { module, runner, call },
        {
          template: body.template,
          day: recurring.next_date ?? recurring.start_date,
          recurringInvoiceId: recurring.id,
        },
      );
      return replyRecurring(await insertRecurring(runner, call.tenant, recurring), 201);
    },
  });
  module.wake('invoices.recur');
  return answer;
}

function compose({ world }: Invoices, { now, caller }: Call, body: Body): NewRecurring {
  const { timeZone } = caller.merchant;
  const today = dayOf(now, timeZone);
  const start = body.start_date === undefined ? today : readDay(body.start_date, { path: 'start_date' });
  if (start < today) throw invalid({ path: 'start_date', message: `must not lie before today, ${today}` });
  if (typeof body.day_of_month === 'number' && body.frequency !== 'monthly')
    throw invalid({ path: 'day_of_month', message: 'is for monthly ones; others begin on start_date' });
  const { end, channels } = readLimits(body, { start, finalizes: body.auto_finalize ?? false });
  const terms = {
    frequency: body.frequency,
    step: body.interval ?? 1,
    start_date: start,
    end_date: end,
    day_of_month: body.day_of_month ?? null,
    count_max: body.count ?? null,
  };
  const place = placeOf({ ...terms, made: 0 }, { period: 0, timeZone });
  if (place.nextDate === null) throw invalid({ path: 'end_date', message: 'lies before the first invoice' });
  return {
    id: makeId('rinv_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    created_at: now,
    ...terms,
    status: body.paused === true ? 'paused' : 'active',
    name: body.name ?? null,
    template: body.template,
    auto_finalize: body.auto_finalize ?? false,
    send_channels: channels,
    next_period: place.nextPeriod,
    next_date: place.nextDate,
    next_at: place.nextAt,
    failure: null,
    retry_at: null,
    updated_at: now,
    deleted_at: null,
  };
}

type Limits = Pick<Body, 'end_date'> & { readonly auto_send?: readonly SendChannel[] };

/** Until when, and how each invoice is sent; a draft is not sent. */
export function readLimits(
  { end_date: endDate, auto_send: channels = [] }: Limits,
  { start, finalizes }: { readonly start: string; readonly finalizes: boolean },
): { readonly end: string | null; readonly channels: readonly SendChannel[] } {
  const end = endDate === undefined || endDate === null ? null : readDay(endDate, { path: 'end_date' });
  if (end !== null && end < start)
    throw invalid({ path: 'end_date', message: `must not lie before start_date, ${start}` });
  if (channels.length > 0 && !finalizes)
    throw invalid({ path: 'auto_send', message: 'needs auto_finalize: a draft is not sent' });
  return { end, channels };
}
