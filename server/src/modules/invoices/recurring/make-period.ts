import type { Call, MerchantProfile } from '../../../kernel/call/call.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Tx } from '../../../store/index.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { insertDraft } from '../invoices/insert-draft.ts';
import { finalization } from '../invoices/finalization.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { pastTakenNumbers } from '../invoices/past-taken-numbers.ts';
import { reachesNobody } from '../sending/plan-sending.ts';
import { sendWithin } from '../sending/send-within.ts';
import { composeFromTemplate, type ComposedDraft } from './compose-from-template.ts';
import { placeOf } from './next-place.ts';
import { settlePeriod, takePeriod } from './periods.queries.ts';
import type { RecurringRow } from './recurring.queries.ts';

export type PeriodToMake = {
  readonly recurring: RecurringRow;
  readonly merchant: MerchantProfile;
  /** Business time. */ readonly at: Date;
};

/** Makes the invoice of the next period; false where somebody else has. The period, its invoice, its number and its messages commit together. */
export async function makePeriod(
  module: Invoices,
  { recurring, merchant, at }: PeriodToMake,
): Promise<boolean> {
  const tenant = { merchantId: recurring.merchant_id, livemode: recurring.livemode };
  const call = callForRecurring({ tenant, merchant, now: at });
  const work = () => module.store.transaction(tenant, (tx) => writePeriod({ module, tx, call }, recurring));
  return pastTakenNumbers(module, { tenant, now: at, number: null, work });
}

type Writing = { readonly module: Invoices; readonly tx: Tx; readonly call: Call };

async function writePeriod({ module, tx, call }: Writing, recurring: RecurringRow): Promise<boolean> {
  const {
    tenant,
    now: at,
    caller: {
      merchant: { timeZone },
    },
  } = call;
  const { id, next_period: period, next_date: day } = recurring;
  if (day === null || !(await takePeriod(tx, tenant, { id, period, day, at }))) return false;
  const composed = await composeFromTemplate(
    { module, runner: tx, call },
    { template: recurring.template, day, recurringInvoiceId: id },
  );
  const draft = await insertDraft(tx, composed.draft, { settings: module.settings, now: at });
  if (recurring.auto_finalize) await finish({ module, tx, call }, { recurring, draft, composed });
  const next = placeOf({ ...recurring, made: recurring.made + 1 }, { period: period + 1, timeZone });
  await settlePeriod(tx, tenant, {
    id,
    period,
    invoiceId: draft.id,
    ...next,
    status: next.nextDate === null ? 'ended' : 'active',
    at,
  });
  return true;
}

/** A customer without an address for it still gets the number, and can be sent the link. */
async function finish(
  { module, tx, call }: Writing,
  {
    recurring,
    draft,
    composed: { defaults },
  }: { readonly recurring: RecurringRow; readonly draft: InvoiceRow; readonly composed: ComposedDraft },
): Promise<void> {
  const { tenant, now } = call;
  const input = { channels: recurring.send_channels, email: null, phone: null, subject: null, message: null };
  if (input.channels.length === 0 || reachesNobody(draft, input)) {
    await changeInvoice(module, tx, {
      tenant,
      id: draft.id,
      now,
      decide: (row) => finalization(row, { defaults, now, number: null }),
    });
    return;
  }
  await sendWithin(module, tx, { tenant, id: draft.id, now, storeName: defaults.storeName, input });
}

/** What recurs, as if its merchant had asked for it at this moment. */
function callForRecurring({
  tenant,
  merchant,
  now,
}: {
  readonly tenant: Tenant;
  readonly merchant: MerchantProfile;
  readonly now: Date;
}): Call {
  return {
    requestId: 'recurring',
    caller: {
      keyId: 'recurring',
      keyFamily: 'recurring',
      kind: 'secret',
      session: null,
      member: null,
      scopes: ['*'],
      origins: [],
      ipRanges: [],
      tenant,
      merchant,
      clock: null,
    },
    tenant,
    now,
    idempotency: null,
    ifMatch: null,
    stream: null,
    address: '',
    credentials: {},
  };
}
