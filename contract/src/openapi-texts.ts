/** What the documentation says of each group of operations, by what they are about, in its order. */
export const tagGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.freeze({
  'The business': {
    Overview:
      'How the business stands: money in, what needs somebody, what a new merchant has done; finding anything; your profile.',
  },
  Shipping: {
    Shipping:
      'Quotes, deliveries, tracking, handoff codes, zones and saved addresses. Amounts are in major units of the currency (NLe 150.50 is 150.5).',
    Reports: 'What was delivered, how fast and for how much; also as CSV with `Accept: text/csv`.',
    Dispatch: 'For those who run the couriers.',
    Couriers:
      "What a courier's phone sends: shifts, offers, every step of a job, positions, and cash in hand.",
    Cash: 'Cash on delivery on its way to its merchant: deposits, counting, settlements; the ledger and the balance.',
  },
  'Point of sale': {
    Locations: 'Where the merchant sells and keeps stock, and how its tills reckon, number and print.',
    'Staff and tills':
      'Who works at the tills and with which permissions, the tills and the devices bound to them, and sessions: tokens that let a page act for a few hours.',
    Catalogue:
      'What is sold: products with variants, categories, modifiers, tax rates and discounts; import, and what changed for tills.',
    Inventory:
      'What is where and how it moved; corrections, stock counts, transfers. Nothing is sold that is not there, whoever sells at the same moment.',
    Sales:
      'What is sold at the till: priced by the server, paid in one way or several, numbered without gaps; what a till sold without network is handed in here.',
    'Sale refunds':
      'What comes back to the till, and the money for it: however a sale is taken apart, its refunds add up to it to the cent.',
    Receipts: 'What a buyer takes home: on paper, on a page, by message.',
    'Cash drawers':
      'Cash sessions from opening to counting, what moves in between, and Z reports: numbered without a gap, chained, never changed.',
    'Point of sale reports':
      'What was sold, less what came back, and what drawers were closed with; also as CSV with `Accept: text/csv`.',
  },
  Money: {
    Payments:
      'Money asked for, followed, refunded and paid out; payment links, providers, codes, reconciliation. A success is what the provider confirms when asked back, with the right amount.',
    Invoices:
      'What customers owe: drafts, numbers without a gap, sending, paying in parts, reminders, credit notes, and what recurs.',
    Customers: 'Whom the merchant sells to, and forgetting them.',
  },
  'Events and tickets': {
    Events: 'What tickets are sold for: events, ticket types and pools.',
    'Ticket orders':
      'Tickets held, paid for, issued and refunded. However many buy at once, no ticket is sold twice.',
    'Promo codes': 'Discounts of an event, counted as exactly as its tickets.',
    'Waiting list': 'Who is served first when tickets come free.',
    Tickets: 'What buyers get: codes, PDFs, calendar entries, keys that sign; handing on, blocking, voiding.',
    Scanning: 'Doors: scans online, in batches and without network, paired devices, figures.',
  },
  Messages: {
    Webhooks:
      'Endpoints that signed events are sent to, and everything that was sent. Verify X-Service-Signature or webhook-signature over the raw body before you trust a request.',
    Notices:
      'Messages to recipients, drivers and yourself by SMS, WhatsApp and e-mail, what became of each, and forgetting people.',
  },
  'Access and tests': {
    Keys: 'API keys: scopes, addresses, expiry, rotation and revocation.',
    Branding: "How a merchant's pages, papers and letters look.",
    Live: 'One stream of what changes, for pages that show it.',
    Requests: 'What keys and sessions asked and how it was answered, with bodies masked.',
    Accounts:
      "Signing in: a merchant's people with e-mail address and password or with a passkey, couriers with phone and PIN, the platform's people with e-mail address and password; and who these are.",
    Members: 'The people of a merchant: who they are, what they may do, whom to invite; and what was done.',
    Platform:
      'For the operators of the platform: its merchants, what was done to them, and how the server stands.',
    'Test mode': 'Moves test data on, and the time it lives in. Needs a test key.',
  },
});

export const apiDescription = [
  'Merchant services anyone can run: shipping, payments, ticketed events and signed webhooks.',
  'Every answer is an envelope: `{success, data, timestamp}`, for lists `{success, data, meta}`, for refusals `{success, error}` with a code that never changes its meaning.',
  'Send the key as `Authorization: Bearer sk_…` or as `X-API-Key: sk_…`. Test keys (`sk_test_…`) see only test data and cause no message, charge or courier.',
  'Bodies are JSON in UTF-8 of at most 1 MiB, or 10 MiB where files come. They may come with `Content-Encoding: gzip`, and are then measured unpacked.',
  'Every POST that writes takes an `Idempotency-Key`: the same key and request again get the first answer, for 30 days.',
].join('\n\n');

/** What an error's details hold, where a machine can act on them. */
export const errorDetails: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.freeze({
  VALIDATION_ERROR: { fields: [{ path: 'weight_kg', message: 'must be <= 100' }] },
  INSUFFICIENT_SCOPE: { scope: 'shipping:write' },
  MEMBER_LIMIT_EXCEEDED: { limit: 'refund_max', allowed: 500, asked: 750, currency: 'SLE' },
  METHOD_NOT_ALLOWED: { allowed: ['GET', 'POST'] },
  STATE_CONFLICT: { from: 'delivered', to: 'assigned', allowed: ['completed'] },
  QUOTE_MISMATCH: { fields: ['weight_kg'] },
  DUPLICATE_DELIVERY: { job_number: 'SHP-7A9K-NZZK' },
  INVALID_HANDOFF_CODE: { attempts_left: 3 },
  INSUFFICIENT_STOCK: {
    items: [
      {
        location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
        variant_id: 'var_01m7yq1c2d8kq2x5v7j9c1r3t6',
        requested: 3,
        available: 1,
      },
    ],
  },
  STOCK_CHANGED: {
    items: [
      {
        location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
        variant_id: 'var_01m7yq1c2d8kq2x5v7j9c1r3t6',
        expected_seq: 7,
        seq: 9,
        on_hand: 12,
        reserved: 2,
        available: 10,
      },
    ],
  },
  SOLD_OUT: { ticket_type_id: 'tt_01m7yp4nvr0000000000000001', remaining: 0 },
  REFUND_EXCEEDS_PAYMENT: { refundable: 150.5 },
  PAYMENT_DECLINED: { failure: { code: 'insufficient_funds', message: 'The account has too little money.' } },
  ADDRESS_AMBIGUOUS: { field: 'delivery_city', candidates: [{ code: 'FT-LUM', name: 'Lumley' }] },
  OUTSIDE_OPERATING_HOURS: { next_opening: '2026-11-22T08:00:00.000Z' },
});
