import { because } from './explanation.ts';

/** Refusals about events, orders, tickets and doors. */
export const eventCauses = {
  SOLD_OUT: because(
    'Nothing is left of the ticket type, or of the pool it draws from: all are sold or held by buyers who are paying now.',
    'Offer another ticket type or the waiting list. Holds that are not paid come free after their time, so a few may return.',
  ),
  INSUFFICIENT_QUANTITY: because(
    'Fewer tickets are left than were asked for; `details.remaining` says how many.',
    'Offer that many, or another ticket type for the rest.',
  ),
  SALES_NOT_OPEN: because(
    'The ticket type is not on sale yet; `details.opens_at` says from when.',
    'Tell buyers the time. To sell earlier, change the time of the ticket type.',
  ),
  SALES_CLOSED: because(
    'The sale of this ticket type or event is over.',
    'Sell at the door by the box office, or give the ticket type a later end.',
  ),
  EVENT_NOT_PUBLISHED: because(
    'The event is a draft, so that nobody buys from it.',
    'Publish it when its ticket types are right.',
  ),
  EVENT_HAS_SALES: because(
    'Tickets are sold or held, so the event cannot be deleted, nor changed in this way.',
    'Cancel the event, which refunds its buyers, or change only what buyers have not bought on.',
  ),
  EVENT_CANCELLED: because(
    'The event was called off. Its orders are refunded and its tickets let nobody in.',
    'Stop selling and scanning it.',
  ),
  EVENT_NOT_SCANNABLE: because(
    'The event is a draft, or ended more than twelve hours ago.',
    'Publish it first. For a door that runs on, set a later end.',
  ),
  TICKET_TYPE_HAS_SALES: because(
    'Tickets of this type are sold or held.',
    'Archive it instead: nobody buys it any more, and what was sold stays valid.',
  ),
  DUPLICATE_TICKET_TYPE: because(
    'Another ticket type of the event has this name.',
    'Choose another name; buyers have to tell them apart.',
  ),
  DUPLICATE_PROMO: because(
    'Another promo code of the event has this code; capitals do not matter.',
    'Choose another code, or change the one that is there.',
  ),
  CAPACITY_BELOW_SOLD: because(
    'The new number is below what is sold and held; `details` has both.',
    'Set it to at least that, or refund tickets first.',
  ),
  ORDER_NOT_PAYABLE: because(
    'The order is not waiting for money: it is paid, expired or cancelled.',
    'Read the order. If it expired, make a new one, if tickets are left.',
  ),
  PRICE_CHANGED: because(
    'The price is another than the one you sent; `details` has both. An early price may have ended a moment ago.',
    'Show the buyer the new price and send the order again with it.',
  ),
  HOLD_EXPIRED: because(
    'The time to pay is over and the tickets are on sale again.',
    'Order again. Begin the payment as soon as the order is made.',
  ),
  LIMIT_PER_ORDER: because(
    'More, or fewer, than one order may have of this ticket type; `details.max` and `details.min` say how many.',
    'Stay within them, or change the limits of the ticket type.',
  ),
  PROMO_INVALID: because(
    'The code does not exist, is not on yet or over, is used up, or does not count for these tickets. The answer does not tell which, so that codes cannot be guessed.',
    'Ask for the code again, or order without it. The organiser sees in the dashboard what became of it.',
  ),
  SALES_BUSY: because(
    'Too many buyers want the same event at this moment, and the queue is full. Nobody lost a ticket by it.',
    'Send the same order again after `Retry-After`, with the same `Idempotency-Key`.',
  ),
  ALREADY_ON_WAITLIST: because(
    'This phone number or e-mail address waits for the ticket type already.',
    'Nothing to do: whoever waits is told when tickets come free.',
  ),
  INVALID_TICKET_CODE: because(
    'What was scanned or typed is no ticket of this event: another QR code, a damaged one, or a forgery whose signature does not hold.',
    'Scan again, with the screen bright and the code whole. Else look the buyer up by name or phone.',
  ),
  WRONG_EVENT: because(
    'The ticket is genuine, but for another event, which `details` name.',
    'Show the guest which event it is for. Check that the device is paired with tonight’s.',
  ),
  TICKET_ALREADY_USED: because(
    'The ticket let somebody in before; `details.first_scan` says when and where. Often it was forwarded to several people.',
    'Let the guest show who they are and compare with the order; a supervisor may override it, with a reason.',
  ),
  TICKET_VOID: because(
    'The ticket was voided: refunded, or replaced.',
    'Refuse it, and look up the order for one that counts.',
  ),
  TICKET_BLOCKED: because(
    'The organiser has blocked the ticket.',
    'Send the guest to the organiser, who can lift it.',
  ),
  TICKET_REVOKED: because(
    'The ticket was made anew, handed on for example, and this is its old code.',
    'Ask for the newest ticket, in the newest message.',
  ),
  TICKET_UNPAID: because('The order of this ticket is not paid.', 'Take the payment first, then scan again.'),
  TICKET_NOT_YET_VALID: because(
    'The ticket counts from a later day or hour.',
    'Tell the guest from when. A ticket for several days opens each day in its time.',
  ),
  TICKET_EXPIRED: because('The ticket’s time is over.', 'Sell a new one, or let a supervisor decide.'),
  GATE_NOT_ALLOWED: because(
    'Tickets of this type enter by another gate.',
    'Show the way to the right gate, or change which gates the ticket type has.',
  ),
  NOT_INSIDE: because(
    'An exit was scanned for somebody who is not inside: the entry was not scanned, or the exit twice.',
    'Scan the entry first if the guest is inside.',
  ),
  SCAN_ALREADY_UNDONE: because(
    'The scan was taken back before.',
    'Nothing to do: the ticket stands as before that scan.',
  ),
} as const;
