import { because } from './explanation.ts';

const OTHER = 'What belongs to another merchant or to the other mode looks the same.';

/** Things that are not there, or not for who asks: an absent one and a foreign one answer alike. */
export const missingCauses = {
  DELIVERY_NOT_FOUND: because(
    `No delivery has this job number here. ${OTHER}`,
    'Compare it letter by letter, `SHP-XXXX-XXXX`, and use a key of the mode in which it was made. List deliveries by `order_number` to find it.',
  ),
  ADDRESS_NOT_FOUND: because(
    `No saved address has this id. ${OTHER} Deleted ones are gone.`,
    'List the saved addresses and take the id from there, or send the address itself.',
  ),
  ZONE_NOT_FOUND: because(
    'No zone has this id; an older map may have had it.',
    'List the zones and take the id from there.',
  ),
  RATE_CARD_NOT_FOUND: because(
    'No rate card has this version.',
    'List the rate cards; drafts that were deleted are gone.',
  ),
  DRIVER_NOT_FOUND: because(
    'No courier who may work has this id: unknown, or switched off.',
    'List couriers. Switch the courier on again if that is meant.',
  ),
  OFFER_NOT_FOUND: because(
    'No offer to this courier has the id.',
    'List the offers of the moment; those that are over leave the list.',
  ),
  MERCHANT_NOT_FOUND: because(
    'No merchant of this server has the id.',
    'List the merchants as an operator and take the id, `mch_…`, from there.',
  ),
  DEPOSIT_NOT_FOUND: because(
    'No cash that was handed in has this id.',
    'List the deposits and take the id from there.',
  ),
  INCIDENT_NOT_FOUND: because(
    'No incident that you may see has this id.',
    'List incidents; a merchant sees those of its own deliveries.',
  ),
  CLAIM_NOT_FOUND: because(
    'No claim that you may see has this id.',
    'List the claims of the merchant and take the id from there.',
  ),
  IMPORT_NOT_FOUND: because(`No import has this id. ${OTHER}`, 'List imports with the same key.'),
  USER_NOT_FOUND: because(
    'No person of the platform has this id.',
    'List the people of the platform and take the id from there.',
  ),
  SESSION_NOT_FOUND: because(
    'None of your own open sessions has this id; it may have ended.',
    'List your sessions. One that is not in the list is over already.',
  ),
  MEMBER_NOT_FOUND: because(
    'No member of this merchant has the id; they may have left.',
    'List the members and take the id from there.',
  ),
  INVITATION_NOT_FOUND: because(
    'No invitation has this id or token: mistyped, or cut off in the message.',
    'Open the whole link of the message, or list the invitations.',
  ),
  PASSKEY_NOT_FOUND: because(
    'None of your own passkeys has this id.',
    'List your passkeys and take the id from there.',
  ),
  KEY_NOT_FOUND: because(
    `No API key has this id. ${OTHER}`,
    'List keys in the same mode. The id, `key_…`, is not the key itself.',
  ),
  REQUEST_NOT_FOUND: because(
    'No request is kept under this id. They are kept for 7 days, per merchant and mode.',
    'List requests by time. Take the id from `X-Request-Id` of the answer.',
  ),
  CLOCK_NOT_FOUND: because(
    'No test clock of this merchant has the id; it may have been deleted.',
    'Make a test clock and use its id.',
  ),
  PAYMENT_NOT_FOUND: because(
    `No payment has this id. ${OTHER}`,
    'Take the id, `pay_…`, from the answer that created it or from the webhook, and use a key of the same mode.',
  ),
  REFUND_NOT_FOUND: because(`No refund has this id. ${OTHER}`, 'List the refunds of the payment.'),
  PAYMENT_LINK_NOT_FOUND: because(
    `No payment link has this id or slug. ${OTHER}`,
    'List the links; capitals in a slug matter.',
  ),
  PROVIDER_ACCOUNT_NOT_FOUND: because(
    `No provider account has this id. ${OTHER}`,
    'List the provider accounts in the same mode.',
  ),
  PAYOUT_NOT_FOUND: because(
    `No payout has this id. ${OTHER}`,
    'List the payouts and take the id from there.',
  ),
  RECONCILIATION_NOT_FOUND: because(
    `No reconciliation has this id. ${OTHER}`,
    'List the reconciliations and take the id from there.',
  ),
  EVENT_NOT_FOUND: because(
    `No event has this id. ${OTHER} With a public key only published ones are there.`,
    'List the events, and publish the one you mean if buyers are to see it.',
  ),
  TICKET_TYPE_NOT_FOUND: because(
    'The event has no ticket type with this id.',
    'Read the event: its ticket types are in it. Ids of another event do not count.',
  ),
  POOL_NOT_FOUND: because('The event has no pool with this id.', 'List the pools of the event.'),
  ORDER_NOT_FOUND: because(
    `No ticket order has this id. ${OTHER}`,
    'List the orders of the event, by phone or name.',
  ),
  TICKET_NOT_FOUND: because(
    `No ticket has this id or code. ${OTHER}`,
    'Search the tickets of the event by name or phone.',
  ),
  PROMO_NOT_FOUND: because(
    'The event has no promo code with this id.',
    'List the promo codes of the event; the id is not the code.',
  ),
  WAITLIST_ENTRY_NOT_FOUND: because(
    'Nobody on the waiting list has this id; they may have bought or left.',
    'List the waiting list of the event.',
  ),
  SCAN_NOT_FOUND: because('The event has no scan with this id.', 'List the scans of the event.'),
  PAIRING_CODE_NOT_FOUND: because(
    'No device waits for this code: it is wrong, was used, or is older than ten minutes.',
    'Make a new code and enter it within ten minutes.',
  ),
  DEVICE_NOT_FOUND: because(
    'No paired device of the event has this id; it may have been unpaired.',
    'List the devices of the event.',
  ),
  CUSTOMER_NOT_FOUND: because(
    `No customer has this id or phone. ${OTHER} Those who were forgotten are gone.`,
    'Search customers by phone; create one where none is found.',
  ),
  LOCATION_NOT_FOUND: because(
    `No location has this id. ${OTHER}`,
    'List the locations; a new merchant has one to begin with.',
  ),
  PRODUCT_NOT_FOUND: because(
    `No product has this id or barcode. ${OTHER}`,
    'Search the products by name or code.',
  ),
  VARIANT_NOT_FOUND: because(
    `No variant has this id, SKU or barcode. ${OTHER}`,
    'Read the product: its variants are in it. Every product has at least one.',
  ),
  CATEGORY_NOT_FOUND: because(
    `No category has this id. ${OTHER}`,
    'List the categories and take the id from there.',
  ),
  MODIFIER_GROUP_NOT_FOUND: because(
    `No modifier group has this id. ${OTHER}`,
    'List the modifier groups and take the id from there.',
  ),
  MODIFIER_NOT_FOUND: because(
    'The product has no modifier with this id.',
    'Read the product: the modifiers of its groups are what can be chosen.',
  ),
  TAX_RATE_NOT_FOUND: because(
    `No tax rate has this id. ${OTHER}`,
    'List the tax rates and take the id from there.',
  ),
  DISCOUNT_NOT_FOUND: because(
    `No discount has this id. ${OTHER}`,
    'List the discounts and take the id from there.',
  ),
  STOCK_COUNT_NOT_FOUND: because(
    `No stock count has this id. ${OTHER}`,
    'List the stock counts and take the id from there.',
  ),
  STOCK_TRANSFER_NOT_FOUND: because(
    `No transfer has this id. ${OTHER}`,
    'List the transfers and take the id from there.',
  ),
  SALE_NOT_FOUND: because(
    `No sale has this id. ${OTHER} One that a till has not sent yet is not here either.`,
    'List the sales by number or `client_id`, or let the till send what it holds.',
  ),
  CASH_SESSION_NOT_FOUND: because(
    `No cash session has this id. ${OTHER}`,
    'List the cash sessions of the till.',
  ),
  TERMINAL_NOT_FOUND: because(`No till has this id. ${OTHER}`, 'List the tills and take the id from there.'),
  STAFF_NOT_FOUND: because(
    `No member of staff has this id. ${OTHER}`,
    'List the staff and take the id from there.',
  ),
  WIDGET_SESSION_NOT_FOUND: because(
    'No open session has this id: it ended, or belongs to another merchant or mode.',
    'List the open sessions, or begin a new one.',
  ),
  INVOICE_NOT_FOUND: because(
    `No invoice has this id. ${OTHER}`,
    'List the invoices by number, or by customer.',
  ),
  CREDIT_NOTE_NOT_FOUND: because(
    `No credit note has this id. ${OTHER}`,
    'List the credit notes of the invoice.',
  ),
  RECURRING_INVOICE_NOT_FOUND: because(
    `No recurring invoice has this id. ${OTHER}`,
    'List the recurring invoices and take the id from there.',
  ),
} as const;
