import { createHash, timingSafeEqual } from 'node:crypto';
import { toMajor, type NextAction, type Payment, type PaymentSubjectKind } from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { World } from '../../../kernel/running/world.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from './payments.queries.ts';

type PaymentView = {
  readonly publicUrl: string;
  /** Null where the reader may not have it. */ readonly clientSecret: string | null;
};

const NOTHING_TO_DO: NextAction = Object.freeze({
  type: 'none',
  url: null,
  qr_payload: null,
  qr_svg_url: null,
  ussd_code: null,
  tel_url: null,
  message: null,
});

/** A payment as the API answers it. */
export function presentPayment(row: PaymentRow, { publicUrl, clientSecret }: PaymentView): Payment {
  const currency = row.currency;
  const about = (kind: PaymentSubjectKind): string | null =>
    row.subject_kind === kind ? row.subject_id : null;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    amount: toMajor(row.amount, currency),
    amount_refunded: toMajor(row.amount_refunded, currency),
    fee: row.fee === null ? null : toMajor(row.fee, currency),
    net: row.fee === null || row.status !== 'succeeded' ? null : toMajor(row.amount - row.fee, currency),
    currency,
    channel: row.channel,
    provider: row.provider,
    provider_ref: row.provider_ref,
    amount_source: row.amount_source,
    description: row.description,
    reference: row.reference,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    sale_id: about('sale'),
    invoice_id: about('invoice'),
    payment_link_id: about('payment_link'),
    ticket_order_id: about('ticket_order'),
    delivery_job_number: about('delivery'),
    order_ref: row.order_ref,
    return_url: row.return_url,
    cancel_url: row.cancel_url,
    pay_url: payUrlOf(row, publicUrl),
    client_secret: clientSecret,
    next_action: presentNextAction(row, publicUrl),
    failure: row.failure,
    review: row.review,
    late: row.late,
    verified: row.verified,
    ...showMode(row.livemode),
    metadata: row.metadata,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
  };
}

/** Our page for the payer. */
export function payUrlOf({ page_token: token }: Pick<PaymentRow, 'page_token'>, publicUrl: string): string {
  return `${publicUrl}/pay/${token}`;
}

function presentNextAction(row: PaymentRow, publicUrl: string): NextAction {
  const kept = row.next_action;
  if (kept === null) return NOTHING_TO_DO;
  return {
    type: kept.type,
    url: kept.url,
    qr_payload: kept.qr_payload,
    qr_svg_url: kept.qr_payload === null ? null : `${payUrlOf(row, publicUrl)}/qr.svg`,
    ussd_code: kept.ussd_code,
    tel_url: kept.ussd_code === null ? null : `tel:${kept.ussd_code.replaceAll('#', '%23')}`,
    message: kept.message,
  };
}

/** The answer that shows one payment to who may see all of it. */
export function replyPayment(module: Pick<Payments, 'settings' | 'vault'>, row: PaymentRow): Reply<Payment> {
  return reply(showPayment(module, row), { version: String(row.version) });
}

export function showPayment(
  { settings, vault }: Pick<Payments, 'settings' | 'vault'>,
  row: PaymentRow,
): Payment {
  return presentPayment(row, {
    publicUrl: settings.publicUrl,
    clientSecret: openClientSecret(vault, row.client_secret),
  });
}

/** The vault's purpose for client secrets. */
export const CLIENT_SECRET = 'payment-client-secret';

const SECRET_BYTES = 16;

/** What lets a page with a public key follow one payment. */
export function makeClientSecret(world: World, paymentId: string): string {
  return `${paymentId}_secret_${world.randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** Opens what was sealed. */
export function openClientSecret(vault: Vault, sealed: Buffer): string {
  return vault.open(sealed, CLIENT_SECRET).toString('utf8');
}

/** Compares in a time that does not depend on where they differ, or on how long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
