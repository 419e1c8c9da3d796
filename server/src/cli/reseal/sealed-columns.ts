import { KEPT_ANSWER } from '../../kernel/effect/kept-answer.ts';
import { ACCOUNT_LETTER, TOTP_SECRET } from '../../modules/accounts/index.ts';
import { codeParts, CODE_NAME_BYTES, TICKET_CODE, TICKET_KEY_SECRET } from '../../modules/events/index.ts';
import { ANSWER_SECRET, PHONE_SECRET } from '../../modules/notices/index.ts';
import { FACT_SECRET } from '../../outbox/index.ts';
import { CODE_PURPOSE } from '../../modules/shipping/index.ts';
import { ACCOUNT_CREDENTIALS, CLIENT_SECRET } from '../../modules/payments/index.ts';
import { PIN_VERIFIER } from '../../modules/pos/index.ts';
import type { Shape } from '../../store/index.ts';
import { ENDPOINT_HEADERS, ENDPOINT_SECRET, MESSAGE_SECRET } from '../../modules/webhooks/index.ts';

/** A row's primary key, by the names of its columns. */
export type RowKey = Readonly<Record<string, unknown>>;

/** A column that holds something sealed, and the fingerprint beside it, where there is one. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly purpose: string;
  /** The columns of the primary key, in its order. */
  readonly key: Shape;
  readonly print?: {
    readonly column: string;
    readonly purpose: string;
    readonly partsOf: (key: RowKey, plain: string) => readonly string[];
    /** What of the bytes stands in the column, in SQL; default: all of them. */ readonly kept?: (
      bytes: string,
    ) => string;
  };
};

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const DELIVERY = { ...TENANT, job_number: 'text' } as const;
const codePrint = (type: 'pickup' | 'delivery') => ({
  column: `${type}_code_mac`,
  purpose: CODE_PURPOSE,
  partsOf: (key: RowKey, code: string) => [String(key['job_number']), type, code],
});

/** Everything that is kept sealed; a test compares it with the columns that the database has. */
export const SEALED_COLUMNS: readonly SealedColumn[] = Object.freeze([
  {
    table: 'webhook_secrets',
    column: 'sealed',
    purpose: ENDPOINT_SECRET,
    key: { ...TENANT, endpoint_id: 'text', id: 'text' },
  },
  {
    table: 'webhook_endpoints',
    column: 'headers',
    purpose: ENDPOINT_HEADERS,
    key: { ...TENANT, id: 'text' },
  },
  {
    table: 'deliveries',
    column: 'pickup_code',
    purpose: FACT_SECRET,
    key: DELIVERY,
    print: codePrint('pickup'),
  },
  {
    table: 'deliveries',
    column: 'delivery_code',
    purpose: FACT_SECRET,
    key: DELIVERY,
    print: codePrint('delivery'),
  },
  {
    table: 'notices',
    column: 'address',
    purpose: PHONE_SECRET,
    key: { ...TENANT, created_at: 'timestamptz', id: 'text' },
    print: { column: 'address_mac', purpose: PHONE_SECRET, partsOf: (_key, phone) => [phone] },
  },
  { table: 'inbound_texts', column: 'answer', purpose: ANSWER_SECRET, key: { id: 'text' } },
  { table: 'payments', column: 'client_secret', purpose: CLIENT_SECRET, key: { ...TENANT, id: 'text' } },
  {
    table: 'provider_accounts',
    column: 'credentials',
    purpose: ACCOUNT_CREDENTIALS,
    key: { ...TENANT, id: 'text' },
  },
  { table: 'staff', column: 'pin_verifier', purpose: PIN_VERIFIER, key: { ...TENANT, id: 'text' } },
  {
    table: 'webhook_messages',
    column: 'body',
    purpose: MESSAGE_SECRET,
    key: { ...TENANT, created_at: 'timestamptz', id: 'text' },
  },
  {
    table: 'event_keys',
    column: 'private_key',
    purpose: TICKET_KEY_SECRET,
    key: { ...TENANT, event_id: 'text', kid: 'int4' },
  },
  {
    table: 'tickets',
    column: 'code_sealed',
    purpose: TICKET_CODE,
    key: { ...TENANT, id: 'text' },
    print: {
      column: 'code',
      purpose: TICKET_CODE,
      partsOf: (key, code) =>
        codeParts({ merchantId: String(key['merchant_id']), livemode: key['livemode'] === true }, code),
      kept: (bytes) => `encode(substr(${bytes}, 1, ${CODE_NAME_BYTES}), 'hex')`,
    },
  },
  { table: 'people', column: 'totp_secret', purpose: TOTP_SECRET, key: { id: 'text' } },
  { table: 'people', column: 'totp_begun', purpose: TOTP_SECRET, key: { id: 'text' } },
  { table: 'account_letters', column: 'letter', purpose: ACCOUNT_LETTER, key: { id: 'text' } },
  { table: 'idempotency_keys', column: 'answer', purpose: KEPT_ANSWER, key: { ...TENANT, key: 'text' } },
]);

/** Columns of bytes that are not sealed, each with the reason. */
export const NOT_SEALED: Readonly<Record<string, string>> = Object.freeze({
  'api_keys.hash': 'a hash of random bits',
  'idempotency_keys.request_hash': 'a hash of what was asked',
  'deliveries.pickup_code_mac': 'made anew with the code',
  'deliveries.delivery_code_mac': 'made anew with the code',
  'webhook_attempts.response_body': 'what a receiver said',
  'notices.address_mac': 'made anew with the phone',
  'recipient_erasures.phone_mac':
    'of a phone that is forgotten; known again under the key before as long as that is kept',
  'driver_events.fingerprint': 'known again under the key before; repetitions come within days',
  'look_up_tries.subject': 'counts for an hour',
  'sign_in_tries.subject': 'counts for a while',
  'sessions.token_hash': 'a hash of random bits',
  'invitations.token_hash': 'a hash of random bits',
  'password_resets.token_hash': 'a hash of random bits',
  'recovery_codes.code_hash': 'a hash of random bits',
  'passkeys.credential_id': 'what the passkey calls itself',
  'passkeys.public_key': 'public',
  'passkey_challenges.challenge': 'random bits that count for five minutes',
  'files.bytes': 'pictures',
  'files.sha256': 'a hash',
  'tickets.qr_id': 'random bits that every QR code shows',
  'event_keys.public_key': 'public',
  'ticket_orders.client_secret_hash': 'a hash of random bits',
  'stock_adjustments.content_hash': 'a hash of what was sent',
  'stock_counts.content_hash': 'a hash of what was sent',
  'stock_transfers.content_hash': 'a hash of what was sent',
  'sales.content_hash': 'a hash of what was sent',
  'sale_refunds.content_hash': 'a hash of what was sent',
  'cash_entries.content_hash': 'a hash of what was sent',
  'z_reports.previous_hash': 'a hash of a report, which the report shows',
  'z_reports.hash': 'a hash of the report, which it shows',
  'terminal_pairings.pairing_mac': 'of a code that counts for ten minutes',
  'terminal_pairings.token_hash': 'a hash of random bits',
  'widget_sessions.token_hash': 'a hash of random bits',
  'widget_sessions.terminal_token_hash': 'a hash of random bits',
  'scanner_devices.pairing_mac': 'of a code that counts for ten minutes',
  'pairing_codes.mac': 'of a code that counts for ten minutes',
  'scanner_devices.token_hash': 'a hash of random bits',
});
