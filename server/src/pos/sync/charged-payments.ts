import { invalid } from '../../core/failure.ts';
import { readMoney } from '../../core/read-figures.ts';
import type { KeptPayment } from '../sales/sale-parts.ts';
import type { ReadSynced, SyncedNames } from './compose-synced.ts';

/** The money that a till took, as it took it; the rounding of cash stands on the last of it. */
export function chargedPayments(
  { body, currency, totalMinor, roundingMinor }: ReadSynced,
  {
    names,
    at,
    drawerId,
  }: { readonly names: SyncedNames; readonly at: Date; readonly drawerId: string | null },
): readonly KeptPayment[] {
  const { payments } = body;
  const lastCash = payments.findLastIndex(({ channel }) => channel === 'cash');
  if (roundingMinor !== 0n && lastCash < 0)
    throw invalid({ path: 'cash_rounding', message: 'is for sales that were paid in cash' });
  let left = totalMinor;
  return payments.map((payment, index): KeptPayment => {
    const path = `payments[${index}]`;
    const share =
      payment.amount === undefined ? left : readMoney(payment.amount, { path: `${path}.amount`, currency });
    const rounding = index === lastCash ? roundingMinor : 0n;
    if (share < 0n || share + rounding < 0n)
      throw invalid({ path: `${path}.amount`, message: 'must not be less than nothing' });
    left = left > share ? left - share : 0n;
    const tendered =
      payment.tendered === undefined
        ? null
        : readMoney(payment.tendered, { path: `${path}.tendered`, currency });
    const change = tendered !== null && tendered > share + rounding ? tendered - share - rounding : 0n;
    return {
      id: names.paymentIds[index] ?? '',
      channel: payment.channel,
      provider: payment.channel === 'cash' ? 'cash' : 'manual',
      status: 'succeeded',
      verdict: 'kept',
      share: String(share),
      rounding: String(rounding),
      tendered: tendered === null ? null : String(tendered),
      change: String(change),
      phone: null,
      return_url: null,
      external_ref: payment.external_ref ?? null,
      cash_session_id: drawerId,
      created_at: at.toISOString(),
      settled_at: at.toISOString(),
      failure: null,
    };
  });
}
