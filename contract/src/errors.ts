import { entry, waiting, type ErrorEntry } from './error-entry.ts';
import { MEMBER_ERRORS } from './accounts/member-errors.ts';
import { NOT_FOUND_ERRORS } from './not-found-errors.ts';

export type { ErrorEntry } from './error-entry.ts';

/** Every code that an answer can carry. No other code ever leaves the server. */
export const ERRORS = Object.freeze({
  BAD_REQUEST: entry(400, 'The HTTP request itself is malformed.'),
  INVALID_JSON: entry(
    400,
    'The body is not JSON that can be read safely: broken, too deep, a repeated or a forbidden key.',
  ),
  VALIDATION_ERROR: entry(
    400,
    'A field or parameter is missing, of the wrong type or outside its limits; details.fields names each.',
  ),
  AMOUNT_PRECISION: entry(400, 'An amount has more decimals than its currency.'),
  PAGE_TOO_DEEP: entry(400, 'page × limit is beyond 100,000; walk on with cursor.'),
  INVALID_QUOTE: entry(400, 'The quote_id was not issued by this service for this merchant and mode.'),
  INVALID_CSV: entry(
    400,
    'The CSV cannot be read: broken quotes, no header, a column that is not known or named twice.',
  ),
  INVALID_TICKET_CODE: entry(
    400,
    "What was scanned or typed is no ticket: wrong form, or a signature that is not the event's.",
  ),
  TOO_MANY_ITEMS: entry(400, 'A list in the request has more items than allowed.'),

  UNAUTHORIZED: entry(401, 'The API key or session is missing, malformed, unknown, ended or expired.'),
  INVALID_CREDENTIALS: entry(
    401,
    'Nobody signs in with these: the phone and PIN, or the e-mail address and password, do not belong together.',
  ),

  PAYMENT_DECLINED: entry(402, 'The payer or the provider refused the payment; details.failure says why.'),

  INSUFFICIENT_SCOPE: entry(403, 'The key lacks the scope that the message names.'),
  PUBLIC_KEY_NOT_ALLOWED: entry(403, 'The operation needs a secret key.'),
  ORIGIN_NOT_ALLOWED: entry(
    403,
    "The public key does not list the origin of the page; or in a member's session, the request does not come from a page of this server.",
  ),
  IP_NOT_ALLOWED: entry(403, 'The key may not be used from this address.'),
  SECRET_KEY_IN_BROWSER: entry(
    403,
    'A secret key arrived from a web page; revoke it and use a public key there.',
  ),
  SAME_PERSON: entry(403, 'Another person must do this: who counted the cash cannot resolve its dispute.'),
  OPERATORS_ONLY: entry(
    403,
    "The operation changes or shows what concerns all merchants; only the platform's operators may.",
  ),
  LIVE_ONLY: entry(403, 'What is to change counts for live data too, so it takes a live key.'),
  TEST_ONLY: entry(403, 'The operation works only with a test key.'),
  MERCHANT_SUSPENDED: entry(403, 'The merchant is suspended.'),
  STAFF_PERMISSION_REQUIRED: entry(
    403,
    'The member of staff may not do this; details.permission names what is needed.',
  ),
  TERMINAL_NOT_PAIRED: entry(403, 'The till is not paired, or its pairing has ended.'),
  SCANNER_NOT_PAIRED: entry(403, 'The device is not paired with the event, or its pairing has ended.'),

  ...NOT_FOUND_ERRORS,
  ...MEMBER_ERRORS,

  METHOD_NOT_ALLOWED: entry(405, 'The path exists, the method does not; see the Allow header.'),
  REQUEST_TIMEOUT: entry(408, 'The request did not arrive in time.'),

  STATE_CONFLICT: entry(
    409,
    'The thing cannot make this move from its state; details has from, to and allowed.',
  ),
  QUOTE_EXPIRED: entry(409, 'The quote has expired; ask for a new one.'),
  QUOTE_ALREADY_USED: entry(409, 'A delivery was already made from this quote.'),
  QUOTE_MISMATCH: entry(409, 'The priced fields differ from those of the quote; details.fields names them.'),
  DUPLICATE_DELIVERY: entry(
    409,
    'An active delivery has the same order_number; details.job_number names it.',
  ),
  DUPLICATE_ADDRESS: entry(
    409,
    'Another saved address has the same phone, address and city; details.address_id names it.',
  ),
  DUPLICATE_ZONE: entry(409, 'A zone has this code.'),
  PRICING_NOT_KEPT: entry(409, 'The delivery was not priced by a rate card, or before that was kept.'),
  DUPLICATE_CLAIM: entry(409, 'A claim of this type is open for the delivery; details.claim_id names it.'),
  CLAIM_NOT_ALLOWED: entry(
    409,
    'Nothing can be claimed of the delivery: it was not picked up, or ended too long ago.',
  ),
  IDEMPOTENCY_IN_PROGRESS: waiting(409, 'A request with the same Idempotency-Key is still under way.'),
  CANCELLATION_NOT_ALLOWED: entry(409, 'The delivery is too far on its way to be cancelled.'),
  HANDOFF_NOT_READY: entry(409, 'The handoff code cannot be verified yet.'),
  DRIVER_CHANGED: entry(409, 'The delivery has another driver than expected_driver_id, or none.'),
  DELIVERY_NOT_ACTIVE: entry(409, 'The delivery was cancelled or has failed.'),
  OFFER_TAKEN: entry(409, 'Another courier has the parcel.'),
  OFFER_EXPIRED: entry(409, 'The offer is over: its time has passed, or it was declined.'),
  NOT_ON_SHIFT: entry(409, 'The courier is not on shift.'),
  COURIER_LIMIT_REACHED: entry(
    409,
    'The courier may not take this parcel now; details.limit says what stands against it.',
  ),
  PROOF_REQUIRED: entry(
    409,
    'The handover still needs what details.missing names: a code, a photo, a signature.',
  ),
  ATTEMPTS_REQUIRED: entry(
    409,
    'A courier may give up only after two attempts to reach the recipient and ten minutes of waiting; details say what is missing.',
  ),
  OWN_ACCOUNT: entry(409, "Nobody takes rights from oneself or sets one's own password without the old one."),
  EMAIL_TAKEN: entry(409, 'Another person of the platform has the e-mail address.'),
  PHONE_TAKEN: entry(409, 'The phone number belongs to another courier of the same owner.'),
  NO_CASH: entry(409, 'There is no cash to hand in or to pay out.'),
  TOO_MANY_REISSUES: entry(409, 'A handoff code can be made anew three times.'),
  RECIPIENT_HAS_ACTIVE_DELIVERIES: entry(
    409,
    'A recipient cannot be erased while a delivery to the number is under way; details.job_numbers names them.',
  ),
  TOO_MANY_ENDPOINTS: entry(409, 'The merchant has the most webhook endpoints allowed.'),
  TOO_MANY_SECRETS: entry(
    409,
    'The endpoint has the most signing secrets allowed; the oldest ends by itself.',
  ),
  TOO_MANY_JOBS: entry(409, 'The merchant has the most jobs of this kind at work allowed.'),
  TOO_MANY_ACCOUNTS: entry(409, 'The merchant has the most provider accounts allowed.'),
  TOO_MANY_KEYS: entry(409, 'The merchant has the most API keys allowed.'),
  LINK_USED_UP: entry(409, 'The payment link has been used as often as it may be.'),
  SLUG_TAKEN: entry(409, 'Another payment link has this slug.'),
  SOLD_OUT: entry(409, 'Nothing is left of the ticket type; details.ticket_type_id names it.'),
  INSUFFICIENT_QUANTITY: entry(409, 'Fewer are left than were asked for; details.remaining says how many.'),
  SALES_NOT_OPEN: entry(409, 'Tickets are not on sale yet; details.opens_at says from when.'),
  SALES_CLOSED: entry(409, 'Tickets are not on sale any more.'),
  EVENT_NOT_PUBLISHED: entry(409, 'The event is not published.'),
  EVENT_HAS_SALES: entry(409, 'The event has sold or held tickets.'),
  TICKET_TYPE_HAS_SALES: entry(409, 'The ticket type has sold or held tickets; archive it instead.'),
  DUPLICATE_TICKET_TYPE: entry(409, 'Another ticket type of the event has this name.'),
  DUPLICATE_PROMO: entry(409, 'Another promo code of the event has this code.'),
  CAPACITY_BELOW_SOLD: entry(409, 'That is fewer than are sold and held; details has both.'),
  ORDER_NOT_PAYABLE: entry(409, 'The order is not one that waits to be paid.'),
  PRICE_CHANGED: entry(409, 'The price is another by now; details has both.'),
  WRONG_EVENT: entry(409, 'The ticket is for another event, which details name.'),
  TICKET_ALREADY_USED: entry(409, 'The ticket was admitted before; details.first_scan says when and where.'),
  TICKET_VOID: entry(409, 'The ticket was voided.'),
  TICKET_BLOCKED: entry(409, 'The ticket is blocked.'),
  TICKET_REVOKED: entry(409, 'The ticket was made anew; this code of it no longer counts.'),
  TICKET_UNPAID: entry(409, "The ticket's order is not paid."),
  TICKET_NOT_YET_VALID: entry(409, 'The ticket is not valid yet.'),
  TICKET_EXPIRED: entry(409, 'The ticket is not valid any more.'),
  GATE_NOT_ALLOWED: entry(409, 'Tickets of this type do not enter by this gate.'),
  NOT_INSIDE: entry(409, 'The ticket is not inside, so it cannot leave.'),
  EVENT_CANCELLED: entry(409, 'The event was cancelled.'),
  EVENT_NOT_SCANNABLE: entry(409, 'The event is a draft, or over for more than twelve hours.'),
  SCAN_ALREADY_UNDONE: entry(409, 'The scan was undone before.'),
  ALREADY_ON_WAITLIST: entry(409, 'This phone or e-mail address waits for the ticket type already.'),
  INSUFFICIENT_STOCK: entry(
    409,
    'Less is in stock than was asked for; details.items says of what and how much there is.',
  ),
  STOCK_CHANGED: entry(
    409,
    'The stock is another than the caller saw; details.items has its sequence by now.',
  ),
  TOTAL_MISMATCH: entry(
    409,
    'The total is another than expected_total; details.totals has it as it should be.',
  ),
  NUMBER_TAKEN: entry(409, 'Another document of the merchant has this number.'),
  DUPLICATE_SKU: entry(409, 'Another variant has this SKU; details.variant_id names it.'),
  DUPLICATE_BARCODE: entry(409, 'Another variant has this barcode; details.variant_id names it.'),
  DUPLICATE_CUSTOMER: entry(409, 'Another customer has this phone number; details.customer_id names it.'),
  DUPLICATE_CODE: entry(409, 'Another thing of the same kind has this code.'),
  CASH_SESSION_ALREADY_OPEN: entry(
    409,
    'The till has an open cash session; details.cash_session_id names it.',
  ),
  CASH_SESSION_CLOSED: entry(409, 'The cash session is closed, so that nothing is added to it.'),
  CASH_SESSION_REQUIRED: entry(409, 'Cash can be taken only in an open cash session.'),
  UNSYNCED_SALES: entry(
    409,
    'The till holds sales that have not arrived; details.unsynced_count says how many. Send them first, or close with force.',
  ),
  INVOICE_FINALIZED: entry(
    409,
    'The invoice is finalised: only due date, notes, reminders and metadata change. Correct it with a credit note.',
  ),
  NOTHING_DUE: entry(409, 'Nothing is left to pay.'),

  CURSOR_EXPIRED: entry(
    410,
    'The cursor is older than what is kept, so that messages may be missing. Poll without a cursor for the oldest kept.',
  ),
  PAYMENT_EXPIRED: entry(410, "The payment's time is over."),
  LINK_EXPIRED: entry(410, "The payment link's time is over."),
  LINK_INACTIVE: entry(410, 'The payment link is switched off.'),
  HOLD_EXPIRED: entry(410, 'The hold is over; the tickets may be on sale again.'),

  PRECONDITION_FAILED: entry(412, 'The thing has changed since the ETag in If-Match.'),
  PAYLOAD_TOO_LARGE: entry(413, 'The body is larger than allowed.'),
  URI_TOO_LONG: entry(414, 'The request target is longer than allowed.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'The body must be application/json in UTF-8, or text/csv where the operation takes it.',
  ),

  IDEMPOTENCY_KEY_REUSED: entry(422, 'The Idempotency-Key was used before for a different request.'),
  INVALID_HANDOFF_CODE: entry(
    422,
    'The handoff code is wrong; details.attempts_left tells how many tries remain.',
  ),
  ZONE_NOT_SERVICED: entry(422, 'No active zone serves the place.'),
  ZONE_UNCERTAIN: entry(
    422,
    'allow_catch_all is false and the place is in no town or area we know; details.warnings has names that are near.',
  ),
  ROUTE_NOT_SERVICED: entry(422, 'Both places are served, but not the way between them.'),
  DISTANCE_TOO_LONG: entry(422, 'The way is longer than the rate card serves.'),
  PACKAGE_TOO_LARGE: entry(422, 'No service carries a package of this weight and size there.'),
  OUTSIDE_OPERATING_HOURS: entry(
    422,
    'The zone is closed at that time; details.next_opening tells when it opens.',
  ),
  INVALID_TIME_WINDOW: entry(422, 'The time window cannot be kept.'),
  COD_NOT_AVAILABLE: entry(422, 'Cash on delivery is not offered there.'),
  COD_LIMIT_EXCEEDED: entry(422, 'The cash amount is above what the rate card allows.'),
  COD_AMOUNT_MISMATCH: entry(422, 'The cash collected is not what was to be collected; details has both.'),
  ADDRESS_AMBIGUOUS: entry(422, 'The place matches several zones equally; details.candidates lists them.'),
  ADDRESS_MISMATCH: entry(422, 'The coordinates lie too far from the named city.'),
  INVALID_PHONE: entry(422, 'The phone number does not exist in its country.'),
  RECIPIENT_NOT_REACHABLE: entry(
    422,
    'The delivery has no recipient phone, or its number takes no messages.',
  ),
  FEE_EXCEEDS_MAX: entry(422, 'The fee is above max_shipping_fee.'),
  PICKUP_ADDRESS_REQUIRED: entry(422, 'Neither the request nor the merchant names a pickup place.'),
  URL_NOT_ALLOWED: entry(422, 'The URL is not one the service may call.'),
  AMOUNT_TOO_SMALL: entry(422, 'The amount is less than may be paid this way.'),
  AMOUNT_TOO_LARGE: entry(422, 'The amount is more than may be paid this way.'),
  AMOUNT_TOKEN_INVALID: entry(
    422,
    'The signed amount is not one of ours, has expired, or says another amount.',
  ),
  CURRENCY_MISMATCH: entry(422, 'The currency is another than that of the thing.'),
  REFUND_EXCEEDS_PAYMENT: entry(
    422,
    'More cannot be refunded than was paid and is not refunded yet; details.refundable says how much.',
  ),
  CREDIT_EXCEEDS_INVOICE: entry(
    422,
    'More cannot be credited than is left of the invoice; details.creditable says how much.',
  ),
  REFUND_NOT_SUPPORTED: entry(422, 'The provider of the payment does not send money back this way.'),
  CHANNEL_NOT_AVAILABLE: entry(
    422,
    'No provider of the merchant serves this channel for this currency and amount.',
  ),
  BALANCE_TOO_LOW: entry(
    422,
    'The payout is more than the balance; details.available says how much there is.',
  ),
  UNDERPAID: entry(422, 'What is paid is less than the total.'),
  LIMIT_PER_ORDER: entry(
    422,
    'That is more, or fewer, than one order may have; details.max and details.min say how many.',
  ),
  PROMO_INVALID: entry(422, 'The promo code does not exist, is over, used up, or not for these tickets.'),

  HANDOFF_LOCKED: entry(423, 'Too many wrong codes; only a reissued code unlocks the handoff.'),
  RATE_LIMITED: waiting(429, 'Too many requests; see Retry-After.'),
  HEADERS_TOO_LARGE: entry(431, 'The request headers are larger than allowed.'),

  INTERNAL_ERROR: entry(500, 'A fault of the service; the request id finds it in its log.'),
  PROVIDER_ERROR: entry(502, 'The payment provider refused or answered nonsense; nothing was taken.'),
  SERVICE_UNAVAILABLE: waiting(503, 'The service cannot answer now; the same request may be repeated.'),
  STORAGE_FULL: waiting(503, 'The database has no room to write; reading goes on.'),
  NO_COURIERS_AVAILABLE: waiting(503, 'No courier is free for an express delivery.'),
  PROVIDER_UNAVAILABLE: waiting(503, 'The payment provider does not answer now.'),
  SALES_BUSY: waiting(503, 'Too many buyers wait for the event at this moment.'),
} satisfies Record<string, ErrorEntry>);

export type ErrorCode = keyof typeof ERRORS;
