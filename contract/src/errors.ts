/** One row of the errors table: the HTTP status, what it means, and whether waiting helps. */
export type ErrorEntry = {
  readonly status: number;
  readonly meaning: string;
  readonly retryAfter?: true;
};

const entry = (status: number, meaning: string): ErrorEntry => ({ status, meaning });
const waiting = (status: number, meaning: string): ErrorEntry => ({ status, meaning, retryAfter: true });

/** Every code that an answer can carry. No other code ever leaves the server. */
export const ERRORS = Object.freeze({
  BAD_REQUEST: entry(400, 'The HTTP request itself is malformed.'),
  INVALID_JSON: entry(400, 'The body is not JSON that can be read safely: broken, too deep, a repeated or a forbidden key.'),
  VALIDATION_ERROR: entry(400, 'A field or parameter is missing, of the wrong type or outside its limits; details.fields names each.'),
  AMOUNT_PRECISION: entry(400, 'An amount has more decimals than its currency.'),
  PAGE_TOO_DEEP: entry(400, 'page × limit is beyond 100,000; walk on with cursor.'),
  INVALID_QUOTE: entry(400, 'The quote_id was not issued by this service for this merchant and mode.'),
  TOO_MANY_ITEMS: entry(400, 'A list in the request has more items than allowed.'),

  UNAUTHORIZED: entry(401, 'The API key is missing, malformed, unknown, revoked or expired.'),

  INSUFFICIENT_SCOPE: entry(403, 'The key lacks the scope that the message names.'),
  PUBLIC_KEY_NOT_ALLOWED: entry(403, 'The operation needs a secret key.'),
  ORIGIN_NOT_ALLOWED: entry(403, 'The public key does not list the origin of the page.'),
  IP_NOT_ALLOWED: entry(403, 'The key may not be used from this address.'),
  SECRET_KEY_IN_BROWSER: entry(403, 'A secret key arrived from a web page; revoke it and use a public key there.'),
  TEST_ONLY: entry(403, 'The operation works only with a test key.'),
  MERCHANT_SUSPENDED: entry(403, 'The merchant is suspended.'),

  NOT_FOUND: entry(404, 'No operation stands at this path.'),
  DELIVERY_NOT_FOUND: entry(404, 'No delivery of this merchant and mode has this job number.'),
  ADDRESS_NOT_FOUND: entry(404, 'No saved address of this merchant and mode has this id.'),
  ZONE_NOT_FOUND: entry(404, 'No zone has this id.'),
  DRIVER_NOT_FOUND: entry(404, 'No active driver has this id.'),
  WEBHOOK_NOT_FOUND: entry(404, 'No webhook endpoint of this merchant and mode has this id.'),
  MESSAGE_NOT_FOUND: entry(404, 'No webhook message of this merchant and mode has this id.'),
  WEBHOOK_DELIVERY_NOT_FOUND: entry(404, 'No webhook delivery of this merchant and mode has this id.'),
  KEY_NOT_FOUND: entry(404, 'No API key of this merchant and mode has this id.'),
  CLOCK_NOT_FOUND: entry(404, 'No test clock of this merchant has this id.'),

  METHOD_NOT_ALLOWED: entry(405, 'The path exists, the method does not; see the Allow header.'),
  REQUEST_TIMEOUT: entry(408, 'The request did not arrive in time.'),

  STATE_CONFLICT: entry(409, 'The thing cannot make this move from its state; details has from, to and allowed.'),
  QUOTE_EXPIRED: entry(409, 'The quote has expired; ask for a new one.'),
  QUOTE_ALREADY_USED: entry(409, 'A delivery was already made from this quote.'),
  QUOTE_MISMATCH: entry(409, 'The priced fields differ from those of the quote; details.fields names them.'),
  DUPLICATE_DELIVERY: entry(409, 'An active delivery has the same order_number; details.job_number names it.'),
  IDEMPOTENCY_IN_PROGRESS: waiting(409, 'A request with the same Idempotency-Key is still under way.'),
  CANCELLATION_NOT_ALLOWED: entry(409, 'The delivery is too far on its way to be cancelled.'),
  HANDOFF_NOT_READY: entry(409, 'The handoff code cannot be verified yet.'),
  DELIVERY_NOT_ACTIVE: entry(409, 'The delivery was cancelled or has failed.'),
  TOO_MANY_ENDPOINTS: entry(409, 'The merchant has the most webhook endpoints allowed.'),
  TOO_MANY_KEYS: entry(409, 'The merchant has the most API keys allowed.'),

  PRECONDITION_FAILED: entry(412, 'The thing has changed since the ETag in If-Match.'),
  PAYLOAD_TOO_LARGE: entry(413, 'The body is larger than allowed.'),
  URI_TOO_LONG: entry(414, 'The request target is longer than allowed.'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'The body must be application/json in UTF-8.'),

  IDEMPOTENCY_KEY_REUSED: entry(422, 'The Idempotency-Key was used before for a different request.'),
  INVALID_HANDOFF_CODE: entry(422, 'The handoff code is wrong; details.attempts_left tells how many tries remain.'),
  ZONE_NOT_SERVICED: entry(422, 'No active zone serves the place.'),
  ROUTE_NOT_SERVICED: entry(422, 'Both places are served, but not the way between them.'),
  DISTANCE_TOO_LONG: entry(422, 'The way is longer than the rate card serves.'),
  PACKAGE_TOO_LARGE: entry(422, 'No service carries a package of this weight and size there.'),
  OUTSIDE_OPERATING_HOURS: entry(422, 'The zone is closed at that time; details.next_opening tells when it opens.'),
  INVALID_TIME_WINDOW: entry(422, 'The time window cannot be kept.'),
  COD_NOT_AVAILABLE: entry(422, 'Cash on delivery is not offered there.'),
  COD_LIMIT_EXCEEDED: entry(422, 'The cash amount is above what the rate card allows.'),
  ADDRESS_AMBIGUOUS: entry(422, 'The place matches several zones equally; details.candidates lists them.'),
  ADDRESS_MISMATCH: entry(422, 'The coordinates lie too far from the named city.'),
  INVALID_PHONE: entry(422, 'The phone number does not exist in its country.'),
  FEE_EXCEEDS_MAX: entry(422, 'The fee is above max_shipping_fee.'),
  PICKUP_ADDRESS_REQUIRED: entry(422, 'Neither the request nor the merchant names a pickup place.'),
  URL_NOT_ALLOWED: entry(422, 'The URL is not one the service may call.'),

  HANDOFF_LOCKED: entry(423, 'Too many wrong codes; only a reissued code unlocks the handoff.'),
  RATE_LIMITED: waiting(429, 'Too many requests; see Retry-After.'),
  HEADERS_TOO_LARGE: entry(431, 'The request headers are larger than allowed.'),

  INTERNAL_ERROR: entry(500, 'A fault of the service; the request id finds it in its log.'),
  SERVICE_UNAVAILABLE: waiting(503, 'The service cannot answer now; the same request may be repeated.'),
  STORAGE_FULL: waiting(503, 'The database has no room to write; reading goes on.'),
  NO_COURIERS_AVAILABLE: waiting(503, 'No courier is free for an express delivery.'),
} satisfies Record<string, ErrorEntry>);

export type ErrorCode = keyof typeof ERRORS;
