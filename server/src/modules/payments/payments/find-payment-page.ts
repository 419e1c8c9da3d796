import type { Payments } from '../module.ts';
import { findPaymentByPageToken, type PaymentRow } from './payments.queries.ts';

const TOKEN = /^[\w-]{22}$/;

/** The payment whose page has this token; null where there is none. */
export async function findPaymentPage(module: Payments, token: string): Promise<PaymentRow | null> {
  if (!TOKEN.test(token)) return null;
  return (await findPaymentByPageToken(module.store.system, token)) ?? null;
}
