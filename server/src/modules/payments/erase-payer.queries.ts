import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';

/** Of payments for these, whoever keeps them says that they are forgotten. */
const OTHERS = `('sale', 'invoice', 'ticket_order')`;

/**
 * Whoever paid, and what they answered at a link; of a payment for somebody else only whose wallet was asked. The money, its
 * state and its books stay, and so does who pays what is under way.
 */
const erase = statement({
  name: 'erase.payer',
  params: { merchant_id: 'text', livemode: 'bool', phone: 'text?', email: 'text?' },
  row: { id: 'text', counts: 'bool' },
  sql: `UPDATE payments p SET version = p.version + 1, phone = CASE WHEN f.paid OR p.phone = :phone THEN NULL ELSE p.phone END,
          customer_name = CASE WHEN f.paid THEN NULL ELSE p.customer_name END, customer_phone = CASE WHEN f.paid THEN NULL ELSE p.customer_phone END, customer_email = CASE WHEN f.paid THEN NULL ELSE p.customer_email END,
          metadata = CASE WHEN f.paid THEN p.metadata - ARRAY (
            SELECT 'note' FROM payment_links l WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = p.subject_id
            UNION ALL SELECT c.field ->> 'key' FROM payment_links l, jsonb_array_elements(l.custom_fields) AS c (field) WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = p.subject_id
            UNION ALL SELECT unnest(l.asked_before) FROM payment_links l WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = p.subject_id) ELSE p.metadata END
        FROM (
          SELECT q.id, coalesce(q.customer_phone = :phone OR lower(q.customer_email) = :email, false) OR coalesce(q.phone = :phone, false) AND num_nonnulls(q.customer_phone, q.customer_email) = 0 AS paid
          FROM payments q WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.status IN ('succeeded', 'failed', 'cancelled', 'expired') AND (q.phone = :phone OR q.customer_phone = :phone OR lower(q.customer_email) = :email)
          ORDER BY q.id FOR UPDATE
        ) f WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = f.id RETURNING p.id, coalesce(p.subject_kind, '') NOT IN ${OTHERS} AS counts`,
});

type Person = { readonly phone: string | null; readonly email: string | null };

/** Forgets somebody in all payments that are over; says which of them are documents of their own. */
export async function erasePayer(
  tx: Runner,
  tenant: Tenant,
  { phone, email }: Person,
): Promise<readonly { readonly id: string; readonly number: null }[]> {
  if (phone === null && email === null) return [];
  const payments = await tx.run(erase, { ...keyOf(tenant), phone, email: email?.toLowerCase() ?? null });
  return payments.filter(({ counts }) => counts).map(({ id }) => ({ id, number: null }));
}
