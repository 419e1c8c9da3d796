/** What the documentation says of each group of operations, in its order. */
export const tagTexts: Readonly<Record<string, string>> = Object.freeze({
  Shipping: 'Quotes, deliveries, tracking, handoff codes, zones and saved addresses. Amounts are in major units of the currency (NLe 150.50 is 150.5).',
  Webhooks: 'Endpoints that signed events are sent to, and everything that was sent. Verify X-Service-Signature or webhook-signature over the raw body before you trust a request.',
  Keys: 'API keys: scopes, addresses, expiry, rotation and revocation.',
  Dispatch: 'For those who run the couriers.',
  'Test mode': 'Moves test data on, and the time it lives in. Needs a test key.',
});

export const apiDescription = [
  'Merchant services anyone can run: shipping and signed webhooks.',
  'Every answer is an envelope: `{success, data, timestamp}`, for lists `{success, data, meta}`, for refusals `{success, error}` with a code that never changes its meaning.',
  'Send the key as `Authorization: Bearer sk_…` or as `X-API-Key: sk_…`. Test keys (`sk_test_…`) see only test data and cause no message, charge or courier.',
  'Every POST that writes takes an `Idempotency-Key`: the same key and request again get the first answer, for 30 days.',
].join('\n\n');

/** What an error's details hold, where a machine can act on them. */
export const errorDetails: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.freeze({
  VALIDATION_ERROR: { fields: [{ path: 'weight_kg', message: 'must be <= 100' }] },
  INSUFFICIENT_SCOPE: { scope: 'shipping:write' },
  METHOD_NOT_ALLOWED: { allowed: ['GET', 'POST'] },
  STATE_CONFLICT: { from: 'delivered', to: 'assigned', allowed: ['completed'] },
  QUOTE_MISMATCH: { fields: ['weight_kg'] },
  DUPLICATE_DELIVERY: { job_number: 'SHP-7A9K-NZZK' },
  INVALID_HANDOFF_CODE: { attempts_left: 3 },
  ADDRESS_AMBIGUOUS: { field: 'delivery_city', candidates: [{ code: 'FT-LUM', name: 'Lumley' }] },
  OUTSIDE_OPERATING_HOURS: { next_opening: '2026-11-22T08:00:00.000Z' },
});
