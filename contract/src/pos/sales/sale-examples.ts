export const exampleSaleId = 'sale_01m7yq2b3f9mzn4c8w2k5q7h1s';
const exampleLocationId = 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6';

/** A sale that was paid in cash. */
export const exampleSale = {
  id: exampleSaleId,
  number: '1042',
  receipt_number: '1042',
  client_id: '0198c1a2-7b3c-7d4e-8f50-6172839405a6',
  status: 'completed',
  location_id: exampleLocationId,
  terminal_id: null,
  cash_session_id: null,
  staff_id: null,
  handed_in_by: null,
  customer_id: null,
  customer: { name: 'Fatmata Koroma', phone: null, email: null },
  currency: 'SLE',
  items: [
    {
      line: 1, product_id: 'prod_01m7yq1a6r1bq5y8m3w4x9k2d7', variant_id: 'var_01m7yq1a6s2cr6z9n4x5y0m3e8', category_id: null, name: 'Rice 5 kg', sku: 'RICE-5', components: [], quantity: 2, quantity_refunded: 0, list_price: 150, unit_price: 150,
      modifiers: [], discount: null, taxes: [{ name: 'GST', rate: 15, inclusive: true }], gross: 300, discount_total: 0, tax: 39.13, total: 300, note: null,
    },
  ],
  discount: null,
  subtotal: 300,
  discount_total: 0,
  tax_total: 39.13,
  taxes: [{ name: 'GST', rate: 15, inclusive: true, base: 260.87, amount: 39.13 }],
  service_charge: 0,
  tip: 0,
  total: 300,
  cash_rounding: 0,
  amount_paid: 300,
  amount_due: 0,
  change_due: 200,
  amount_refunded: 0,
  payments: [
    {
      id: 'pay_01m7yq2b5h1ntq6e0y4m7s9k3v', channel: 'cash', provider: 'cash', status: 'succeeded', verdict: 'kept', amount: 300, tendered: 500, change: 200, cash_rounding: 0, external_ref: null, cash_session_id: null, next_action: null, pay_url: null, failure: null,
      created_at: '2026-11-21T09:14:00.000Z', settled_at: '2026-11-21T09:14:00.000Z',
    },
  ],
  receipt_url: 'https://pay.example.sl/r/UsT4d6hk7VGYh13ce1AcKw',
  fiscal: { status: 'none', number: null, signature: null, qr: null },
  flags: [],
  notes: null,
  offline: false,
  void_reason: null,
  livemode: false,
  version: 1,
  expires_at: null,
  occurred_at: '2026-11-21T09:14:00.000Z',
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
  completed_at: '2026-11-21T09:14:00.000Z',
  ended_at: null,
} as const;

/** The same sale, kept for later. */
export const exampleParkedSale = {
  ...exampleSale, number: null, receipt_number: null, status: 'parked', amount_paid: 0, amount_due: 300, change_due: 0, payments: [], receipt_url: null, completed_at: null,
} as const;

/** The same sale, taken back at once. */
export const exampleVoidedSale = {
  ...exampleSale, status: 'voided', amount_refunded: 300, void_reason: 'Rung up twice.', version: 2, updated_at: '2026-11-21T09:20:00.000Z', ended_at: '2026-11-21T09:20:00.000Z',
} as const;
