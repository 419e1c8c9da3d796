import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { findBillingMerchant } from './billing-merchants.queries.ts';
import { makePeriod, type PeriodToMake } from './make-period.ts';
import { placeOf } from './next-place.ts';
import { findDueRecurring, findDueRecurringOf, noteFailure, skipPeriods } from './periods.queries.ts';
import type { RecurringRow } from './recurring.queries.ts';

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
