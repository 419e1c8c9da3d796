import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';

const PAYEE = {
  name: 'text',
  time_zone: 'text',
  country: 'text',
  clock: 'timestamptz?',
  link_slug: 'text?',
  success_message: 'text?',
} as const;

const ofPayment = statement({
  name: 'payees.ofPayment',
  params: { merchant_id: 'text', livemode: 'bool', link_id: 'text?' },
  row: PAYEE,
  sql: `SELECT m.store_name AS name, m.time_zone, m.country, k.frozen_at AS clock, l.slug AS link_slug, l.success_message FROM merchants m
        LEFT JOIN test_clocks k ON k.merchant_id = m.id AND k.livemode = :livemode
        LEFT JOIN payment_links l ON l.merchant_id = m.id AND l.livemode = :livemode AND l.id = :link_id WHERE m.id = :merchant_id`,
});

/** To whom a payment goes, what time it is there, and the link at which it began. */
export type PayeeRow = ValuesOf<typeof PAYEE>;

export async function findPayee(
  system: Runner,
  row: Pick<PaymentRow, 'merchant_id' | 'livemode' | 'subject_kind' | 'subject_id'>,
): Promise<PayeeRow | undefined> {
  return (
    await system.run(ofPayment, {
      merchant_id: row.merchant_id,
      livemode: row.livemode,
      link_id: row.subject_kind === 'payment_link' ? row.subject_id : null,
    })
  )[0];
}
