import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { constraintOf } from '../../../store/index.ts';
import { numberingOn } from './numbering.ts';
import { fillTakenPlace } from './numbers.queries.ts';
import type { Invoices } from '../module.ts';
import { dayOf } from './calendar.ts';
import { readInvoiceDefaults } from './settings.queries.ts';

export type Numbered<T> = {
  readonly tenant: Tenant;
  /** Business time. */
  readonly now: Date;
  /** A number given by hand; null: the next of the series. */
  readonly number: string | null;
  /** A transaction of its own, which gives the number. */
  readonly work: () => Promise<T>;
};

/** So many numbers in a row may have been given by hand. */
const TRIES_MAX = 200;

/** Does work that numbers an invoice. Where the next number was given by hand before, that invoice fills its place, and the work is done again with the one behind it. */
export async function pastTakenNumbers<T>(
  module: Invoices,
  { tenant, now, number, work }: Numbered<T>,
): Promise<T> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (constraintOf(error) !== 'invoices_number') throw error;
      if (number !== null)
        throw new Failure(
          'NUMBER_TAKEN',
          `Another invoice has the number ${number}. Choose another, or leave it out.`,
        );
      await fillPlace(module, tenant, now);
    }
  }
  throw new Failure(
    'NUMBER_TAKEN',
    `More than ${TRIES_MAX} numbers in a row were given by hand. Change number_pattern in the settings of invoices.`,
  );
}

/** Where nothing is filled, another request has done it, or the work of the meantime has passed it: it is tried again. */
async function fillPlace(module: Invoices, tenant: Tenant, now: Date): Promise<void> {
  await module.store.transaction(tenant, async (tx) => {
    const { terms, timeZone } = await readInvoiceDefaults(tx, tenant);
    return fillTakenPlace(
      tx,
      tenant,
      numberingOn({
        pattern: terms.number_pattern,
        yearlyReset: terms.yearly_reset,
        day: dayOf(now, timeZone),
      }),
    );
  });
}
