import type { Currency, InvoiceNoticeKind, InvoiceStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';

const insert = statement({
  name: 'invoiceLetters.insert',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    invoice_id: 'text',
    kind: text<InvoiceNoticeKind>(),
    subject: 'text?',
    message: 'text?',
    created_at: 'timestamptz',
    ids: 'text[]',
    channels: 'text[]',
    addresses: 'text[]',
  },
  row: {},
  sql: `INSERT INTO invoice_letters (merchant_id, livemode, id, invoice_id, kind, channel, address, subject, message, created_at)
        SELECT :merchant_id, :livemode, g.id, :invoice_id, :kind, g.channel, g.address, :subject, :message, :created_at FROM unnest(:ids::text[], :channels::text[], :addresses::text[]) AS g (id, channel, address)`,
});

const TOLD = {
  merchant_id: 'text',
  livemode: 'bool',
  invoice_id: 'text',
  kind: text<InvoiceNoticeKind>(),
  channel: 'text',
  address: 'text',
  subject: 'text?',
  message: 'text?',
  number: 'text',
  status: text<InvoiceStatus>(),
  currency: text<Currency>(),
  total: 'int8',
  late_fee_total: 'int8',
  amount_paid: 'int8',
  amount_refunded: 'int8',
  amount_credited: 'int8',
  due_date: 'text',
  page_token: 'text',
  company_name: 'text',
  created_at: 'timestamptz',
  id: 'text',
} as const;

/** Takes the messages that wait for some invoices away, so that each is made once and no address is left behind. */
const take = statement({
  name: 'invoiceLetters.take',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', invoice_ids: 'text[]' },
  row: TOLD,
  sql: `WITH taken AS (
          DELETE FROM invoice_letters l USING (SELECT DISTINCT merchant_id, livemode, invoice_id FROM unnest(:merchant_ids::text[], :livemodes::bool[], :invoice_ids::text[]) AS g (merchant_id, livemode, invoice_id)) g
          WHERE l.merchant_id = g.merchant_id AND l.livemode = g.livemode AND l.invoice_id = g.invoice_id RETURNING l.*
        ) SELECT t.merchant_id, t.livemode, t.invoice_id, t.kind, t.channel, t.address, t.subject, t.message, i.number, i.status, i.currency, i.total, i.late_fee_total, i.amount_paid, i.amount_refunded, i.amount_credited,
            i.due_date, i.page_token, coalesce(i.company ->> 'name', m.store_name) AS company_name, t.created_at, t.id
          FROM taken t JOIN invoices i ON i.merchant_id = t.merchant_id AND i.livemode = t.livemode AND i.id = t.invoice_id JOIN merchants m ON m.id = t.merchant_id WHERE i.number IS NOT NULL ORDER BY t.created_at, t.id`,
});

export type Letter = {
  readonly id: string;
  readonly channel: 'email' | 'sms' | 'whatsapp';
  readonly address: string;
};
export type NewLetters = {
  readonly invoiceId: string;
  readonly kind: InvoiceNoticeKind;
  readonly subject: string | null;
  readonly message: string | null;
  readonly at: Date;
  readonly letters: readonly Letter[];
};
export type ToldLetterRow = ValuesOf<typeof TOLD>;

/** Puts messages down that are made soon after this commits. */
export async function insertLetters(
  runner: Runner,
  tenant: Tenant,
  { invoiceId, kind, subject, message, at, letters }: NewLetters,
): Promise<void> {
  if (letters.length === 0) return;
  await runner.run(insert, {
    ...keyOf(tenant),
    invoice_id: invoiceId,
    kind,
    subject,
    message,
    created_at: at,
    ids: letters.map(({ id }) => id),
    channels: letters.map(({ channel }) => channel),
    addresses: letters.map(({ address }) => address),
  });
}

export async function takeLetters(
  tx: Tx,
  keys: readonly { readonly tenant: Tenant; readonly invoiceId: string }[],
): Promise<readonly ToldLetterRow[]> {
  return tx.run(take, {
    merchant_ids: keys.map(({ tenant }) => tenant.merchantId),
    livemodes: keys.map(({ tenant }) => tenant.livemode),
    invoice_ids: keys.map(({ invoiceId }) => invoiceId),
  });
}
