import { operations, type Input, type Operations, type RecurringInvoice } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { stays } from '../../../kernel/change/stays.ts';
import type { Tx } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { dayOf } from '../invoices/calendar.ts';
import { changeRecurring } from './change-recurring.ts';
import { composeFromTemplate } from './compose-from-template.ts';
import { readLimits } from './create-recurring-invoice.ts';
import { placeFrom } from './next-place.ts';
import { presentRecurring, replyRecurring } from './present-recurring.ts';
import type { RecurringRow, RecurringTerms } from './recurring.queries.ts';

type Body = Input<Operations['updateRecurringInvoice']>['body'];

/** Changes what is billed, until when and how it is sent; pauses it and lets it go on. */
export async function updateRecurringInvoice(
  { params, body }: Input<Operations['updateRecurringInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  const { tenant, ifMatch } = call;
  const row = await module.store.transaction(tenant, (tx) =>
    changeRecurring(tx, {
      tenant,
      id: params.id,
      ifMatch,
      decide: (seen) => decide(seen, body, { module, tx, call }),
    }),
  );
  module.wake('invoices.recur');
  return replyRecurring(row);
}

async function decide(
  row: RecurringRow,
  body: Body,
  { module, tx, call }: { readonly module: Invoices; readonly tx: Tx; readonly call: Call },
): Promise<RecurringTerms> {
  refuseReadOnly(operations.updateRecurringInvoice.readOnly, body, presentRecurring(row));
  const { timeZone } = call.caller.merchant;
  const today = dayOf(call.now, timeZone);
  if (body.template !== undefined)
    await composeFromTemplate(
      { module, runner: tx, call },
      { template: body.template, day: row.next_date ?? today, recurringInvoiceId: row.id },
    );
  const after = afterInput(row, body);
  const isHeld = (body.paused ?? row.status === 'paused') === true;
  // What lay in a pause is let go; what is only due is not.
  const goesOn = row.status !== 'active' && !isHeld;
  const place = placeFrom(after, {
    period: row.next_period,
    today: goesOn ? today : row.start_date,
    timeZone,
  });
  if (place.nextDate === null && row.status === 'ended' && body.paused !== undefined)
    throw new Failure(
      'STATE_CONFLICT',
      'This recurring invoice has ended: give it a later end_date or a higher count first.',
      { details: { from: 'ended', to: body.paused ? 'paused' : 'active', allowed: [] } },
    );
  // What ended because its customer was erased needs another one before it goes on.
  if (goesOn && place.nextDate !== null && body.template === undefined)
    await composeFromTemplate(
      { module, runner: tx, call },
      { template: row.template, day: place.nextDate, recurringInvoiceId: row.id },
    );
  return {
    ...after,
    status: place.nextDate === null ? 'ended' : isHeld ? 'paused' : 'active',
    next_period: place.nextPeriod,
    next_date: place.nextDate,
    next_at: place.nextAt,
    failure: null,
    retry_at: null,
    updated_at: call.now,
  };
}

function afterInput(row: RecurringRow, body: Body): RecurringRow {
  const finalizes = body.auto_finalize ?? row.auto_finalize;
  const { end, channels } = readLimits(
    { end_date: stays(body.end_date, row.end_date), auto_send: body.auto_send ?? row.send_channels },
    { start: row.start_date, finalizes },
  );
  return {
    ...row,
    name: stays(body.name, row.name),
    template: stays(body.template, row.template),
    end_date: end,
    count_max: stays(body.count, row.count_max),
    auto_finalize: finalizes,
    send_channels: channels,
  };
}
