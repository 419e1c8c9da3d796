import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage, type Tx } from '../../../store/index.ts';
import type { Call, MerchantProfile } from '../../../kernel/call/call.ts';
import type { Invoices } from '../module.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { insertDraft } from '../invoices/new-draft.ts';
import { finalization, pastTakenNumbers } from '../invoices/finalize-invoice.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { reachesNobody, sendWithin } from '../sending/plan-sending.ts';
import {
  findBillingMerchant,
  findDueRecurring,
  findDueRecurringOf,
  noteFailure,
  settlePeriod,
  skipPeriods,
  takePeriod,
} from './periods.queries.ts';
import { placeOf } from './next-place.ts';
import type { RecurringRow } from './recurring.queries.ts';
import { composeFromTemplate, type ComposedDraft } from './compose-from-template.ts';

const BATCH_ROWS = 50;
/** As many periods are made up for after a standstill; a year of months, not three years of days. */
export const CATCH_UP_PERIODS_MAX = 12;
/** What one advance of a clock may set off, so that it ends. */
const CLOCK_STEPS_MAX = 5_000;
const RETRY_MS = 3_600_000;

/** Makes the invoices whose day has come; answers how many. With a test clock their merchant's own turn does. */
export async function recur(module: Invoices): Promise<number> {
  const now = module.world.now();
  let made = 0;
  for (const row of await findDueRecurring(module.store.system, { now, rowsMax: BATCH_ROWS })) {
    const merchant = await findBillingMerchant(module.store.system, row.merchant_id);
    const recurring = await letOldGo(module, { recurring: row, merchant, at: now });
    if (recurring) made += Number(await tryPeriod(module, { recurring, merchant, at: now }));
  }
  return made;
}

/** The same for one merchant, as far as its test clock has come: each invoice at the moment at which it is made. */
export async function recurOnClock(module: Invoices, tenant: Tenant, clock: Date): Promise<void> {
  const runner = module.store.of(tenant);
  const merchant = await findBillingMerchant(module.store.system, tenant.merchantId);
  for (let steps = 0; steps < CLOCK_STEPS_MAX;) {
    const due = await findDueRecurringOf(runner, tenant, { now: clock, rowsMax: BATCH_ROWS });
    if (due.length === 0) return;
    for (const recurring of due)
      await tryPeriod(module, { recurring, merchant, at: recurring.next_at ?? clock }, clock);
    steps += due.length;
  }
}

/** One that cannot be made must not hold up all others: why is told in it, and it is tried again in an hour. */
async function tryPeriod(module: Invoices, period: PeriodToMake, clock: Date = period.at): Promise<boolean> {
  try {
    return await makePeriod(module, period);
  } catch (error) {
    if (isOutage(error)) throw error;
    const { recurring } = period;
    const refused = error instanceof Failure && error.status < 500;
    if (!refused)
      module.log.error(
        { error, recurringInvoiceId: recurring.id },
        'A recurring invoice could not be made and is tried again.',
      );
    const { code, message } = refused
      ? error
      : { code: 'INTERNAL_ERROR', message: 'It could not be made by a fault of ours.' };
    const tenant = { merchantId: recurring.merchant_id, livemode: recurring.livemode };
    await noteFailure(module.store.of(tenant), recurring, {
      code,
      message,
      at: period.at,
      retryAt: new Date(clock.getTime() + RETRY_MS),
    });
    return false;
  }
}

/** Periods that lie too far back are let go, and counted; null where another node was faster. */
async function letOldGo(module: Invoices, late: PeriodToMake): Promise<RecurringRow | null> {
  const {
    recurring,
    merchant: { timeZone },
    at,
  } = late;
  const days = missedDays(late).slice(0, -CATCH_UP_PERIODS_MAX);
  if (days.length === 0) return recurring;
  const { nextDate, nextAt } = placeOf(recurring, { period: recurring.next_period + days.length, timeZone });
  if (nextDate === null || nextAt === null) return recurring;
  module.log.warn(
    { recurringInvoiceId: recurring.id, periods: days.length },
    'Periods of a recurring invoice lay too far back and were let go.',
  );
  const runner = module.store.of({ merchantId: recurring.merchant_id, livemode: recurring.livemode });
  return (await skipPeriods(runner, recurring, { days, nextDate, nextAt, at })) ?? null;
}

/** The days whose invoices should be made by now and are not, the oldest first. */
function missedDays({ recurring, merchant: { timeZone }, at }: PeriodToMake): readonly string[] {
  const days: string[] = [];
  for (;;) {
    const { nextDate, nextAt } = placeOf(recurring, {
      period: recurring.next_period + days.length,
      timeZone,
    });
    if (nextDate === null || nextAt === null || nextAt > at) return days;
    days.push(nextDate);
  }
}

type PeriodToMake = {
  readonly recurring: RecurringRow;
  readonly merchant: MerchantProfile;
  /** Business time. */ readonly at: Date;
};

/** Makes the invoice of the next period; false where somebody else has. The period, its invoice, its number and its messages commit together. */
async function makePeriod(module: Invoices, { recurring, merchant, at }: PeriodToMake): Promise<boolean> {
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
