/** What a row is known by before its merchant is: its table, and how the key is read from a row `c` of it. */
export type KnownKey = { readonly table: string; readonly key: string };

/**
 * All of them; a line here is all it takes to add one. Triggers and entries of rows that are there come with the next start,
 * checks with `verify`, and `distribute --plan` knows it. What stands in a released version stays as it is there.
 */
export const knownKeys = {
  api_key: { table: 'api_keys', key: "encode(c.hash, 'hex')" },
  claim: { table: 'claims', key: 'c.id' },
  event: { table: 'events', key: 'c.id' },
  file: { table: 'files', key: 'c.token' },
  incident: { table: 'incidents', key: 'c.id' },
  invoice_page: { table: 'invoices', key: 'c.page_token' },
  job: { table: 'deliveries', key: 'c.job_number' },
  offer: { table: 'offers', key: 'c.id' },
  order_link: { table: 'ticket_orders', key: 'c.link_token' },
  pairing_code: { table: 'pairing_codes', key: "encode(c.mac, 'hex')" },
  pay_page: { table: 'payments', key: 'c.page_token' },
  payment: { table: 'payments', key: 'c.id' },
  payment_link: { table: 'payment_links', key: 'c.slug' },
  payout: { table: 'payouts', key: 'c.id' },
  provider_callback: { table: 'provider_accounts', key: "c.provider || ':' || c.callback_token" },
  receipt: { table: 'sales', key: 'c.receipt_token' },
  ticket_link: { table: 'tickets', key: 'c.link_token' },
  tracking: { table: 'deliveries', key: 'c.tracking_token' },
  widget_session: { table: 'widget_sessions', key: "encode(c.token_hash, 'hex')" },
} as const satisfies Readonly<Record<string, KnownKey>>;

export type Kind = keyof typeof knownKeys;

/** The columns that a key is read from, in their order. */
export function columnsOf({ key }: KnownKey): readonly string[] {
  return [...key.matchAll(/\bc\.(\w+)/g)].map(([, column = '']) => column);
}
