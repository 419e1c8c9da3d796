import { because } from './explanation.ts';

/** Refusals about parcels, prices, couriers and their cash. */
export const shippingCauses = {
  INVALID_QUOTE: because(
    '`quote_id` is none that this server made for this merchant and mode: it was changed, cut off, or comes from the other mode.',
    'Send the `quote_id` exactly as the quote answered it, with a key of the same mode; or leave it out and be priced now.',
  ),
  QUOTE_EXPIRED: because(
    'The quote’s time is over, so its price is no longer promised.',
    'Ask for a new quote, show its price if it differs, and create the delivery with it.',
  ),
  QUOTE_ALREADY_USED: because(
    'A delivery was made from this quote. A quote carries one parcel.',
    'Look whether your first request went through before you send another. For a second parcel ask for a second quote. An `Idempotency-Key` makes repeating harmless.',
  ),
  QUOTE_MISMATCH: because(
    'What decides the price differs between quote and delivery; `details.fields` names it: weight, places, service, cash on delivery.',
    'Send the same values as in the quote, or ask for a new quote with what you have now.',
  ),
  DUPLICATE_DELIVERY: because(
    'A delivery with this `order_number` is under way; `details.job_number` names it. That keeps an order from being fetched twice.',
    'Go on with that delivery. For a second parcel of the order, send `order_number` with a suffix.',
  ),
  DUPLICATE_ADDRESS: because(
    'A saved address with the same phone, address and city is there; `details.address_id` names it.',
    'Use or change that one.',
  ),
  DUPLICATE_ZONE: because(
    'A zone has this code already.',
    'Choose another code, or change the zone that has it.',
  ),
  DUPLICATE_CLAIM: because(
    'A claim of this type is open for the delivery; `details.claim_id` names it.',
    'Add to that claim, or wait for its decision. What it is about decides its type.',
  ),
  CLAIM_NOT_ALLOWED: because(
    'Nothing can be claimed: the parcel was never picked up, or ended longer ago than claims are taken.',
    'Read the delivery’s timeline. For a parcel that was not picked up, cancel it instead.',
  ),
  PRICING_NOT_KEPT: because(
    'How this fee came about is not kept: no rate card priced the delivery, or it is older than that record.',
    'Nothing can be shown for this one; newer deliveries have it.',
  ),
  CANCELLATION_NOT_ALLOWED: because(
    'The parcel is with a courier or further, so it cannot be called off any more.',
    'Ask for it to be brought back, or let dispatch decide. Read its status first.',
  ),
  DRIVER_CHANGED: because(
    'Somebody gave the delivery to another driver, or took it back, after you read it; `details.driver_id` says who has it, null for nobody.',
    'Look who has it now. To give it to yours all the same, send that id as `expected_driver_id`.',
  ),
  HANDOFF_NOT_READY: because(
    'The handoff code is asked for too early: the courier has not arrived there, or the step before is not done.',
    'Do the steps in order. The delivery’s status says which is next.',
  ),
  DELIVERY_NOT_ACTIVE: because(
    'The delivery was cancelled or has failed, so its codes and steps no longer count.',
    'Stop working on it. If the parcel is still to go, create a new delivery.',
  ),
  INVALID_HANDOFF_CODE: because(
    'The code that was typed is not the one of this handoff. `details.attempts_left` tells how many tries remain before it locks.',
    'Ask the person to read the code again from their message; pickup and delivery have different codes. Do not guess: each wrong try counts.',
  ),
  HANDOFF_LOCKED: because(
    'Too many wrong codes were typed at this handoff. No code opens it now, not even the right one.',
    'Have the code made anew: the merchant or dispatch does so, the person gets the new one by message, and the handoff opens again.',
  ),
  TOO_MANY_REISSUES: because(
    'The code of a handoff can be made anew three times, and was.',
    'Let dispatch hand over without a code, with a reason and a photo.',
  ),
  OFFER_TAKEN: because(
    'Another courier was quicker with this parcel.',
    'Take it off the list and look at the other offers.',
  ),
  OFFER_EXPIRED: because(
    'The offer’s time has passed, or it was declined.',
    'Take it off the list. If the parcel is still free, it is offered again.',
  ),
  NOT_ON_SHIFT: because(
    'The courier has not begun a shift, or it ended.',
    'Begin a shift first; then offers come.',
  ),
  COURIER_LIMIT_REACHED: because(
    'The courier carries as many parcels, as much weight or as much cash as is allowed; `details.limit` says which.',
    'Deliver or hand in cash first, or give the parcel to another courier.',
  ),
  PROOF_REQUIRED: because(
    'The handover asks for more than was sent; `details.missing` names it: a code, a photo, a signature.',
    'Collect what is missing and send the step again with it.',
  ),
  ATTEMPTS_REQUIRED: because(
    'A courier gives up only after two tries to reach the recipient and ten minutes of waiting; `details` say what is missing.',
    'Call again, wait, record the attempt, then send it again.',
  ),
  PHONE_TAKEN: because(
    'Another courier of the same owner has this phone number, which is what they sign in with.',
    'Use another number, or change the courier who has it.',
  ),
  NO_CASH: because(
    'There is nothing to hand in or to pay out: what was collected is handed in already.',
    'Read the cash of the courier, or the balance, before you ask for it.',
  ),
  RECIPIENT_HAS_ACTIVE_DELIVERIES: because(
    'A parcel is under way to this number, and its courier must be able to call; `details.job_numbers` names it.',
    'Wait until it is delivered, or cancel it, then erase.',
  ),
  RECIPIENT_NOT_REACHABLE: because(
    'The delivery has no phone of a recipient, or the number takes no messages because its owner stopped them.',
    'Give a number that takes messages. Whoever stopped them can start them by texting START.',
  ),
  ZONE_NOT_SERVICED: because(
    'The place lies in no zone that couriers serve now.',
    'Show which towns are served (list the zones) and let the buyer choose one, or offer to collect at the shop.',
  ),
  ZONE_UNCERTAIN: because(
    'You sent `allow_catch_all: false`, and the town is one that no map of ours knows. `details.warnings` has names that are spelt nearly like it.',
    'Offer those names as “did you mean”, or leave `allow_catch_all` out to be priced by the zone for everywhere else.',
  ),
  ROUTE_NOT_SERVICED: because(
    'Both places are served, but nobody drives from the one to the other.',
    'Send from another pickup place, or ask the platform about this way.',
  ),
  DISTANCE_TOO_LONG: because(
    'The way is longer than the rate card of that service carries.',
    'Choose another service, or a nearer place.',
  ),
  PACKAGE_TOO_LARGE: because(
    'No service there carries a parcel of this weight or size.',
    'Check units (kilograms, centimetres), split it into several parcels, or ask the platform.',
  ),
  OUTSIDE_OPERATING_HOURS: because(
    'The zone is closed at that time; `details.next_opening` says when it opens.',
    'Ask for a time after `next_opening`, or leave the time out so that the next one is taken.',
  ),
  INVALID_TIME_WINDOW: because(
    'The window cannot be kept: it ends before it begins, lies in the past, or is too short for the way.',
    'Send a window that begins later and is wide enough. A quote tells when a parcel would arrive.',
  ),
  COD_NOT_AVAILABLE: because(
    'Couriers take no cash there.',
    'Let the buyer pay beforehand, by a payment link for example, and send the parcel without cash on delivery.',
  ),
  COD_LIMIT_EXCEEDED: because(
    'More cash is to be collected than the rate card lets a courier carry.',
    'Have part of it paid beforehand, or split the order.',
  ),
  COD_AMOUNT_MISMATCH: because(
    'The courier’s cash is not what was to be collected; `details` has both.',
    'Count again and collect the difference. If it stays, open an incident, so that dispatch decides.',
  ),
  ADDRESS_AMBIGUOUS: because(
    'Several places have this name; `details.candidates` lists them.',
    'Let the person choose among the candidates and send its code, or send coordinates.',
  ),
  ADDRESS_MISMATCH: because(
    'The coordinates lie too far from the town that was named: one of the two is wrong. Often latitude and longitude are swapped.',
    'Check the order of the coordinates, or send only one of town and coordinates.',
  ),
  FEE_EXCEEDS_MAX: because(
    'The fee is above `max_shipping_fee`, so nothing was made.',
    'Raise the limit, let the buyer agree to the fee, or choose a cheaper service.',
  ),
  PICKUP_ADDRESS_REQUIRED: because(
    'Neither the request nor the merchant’s profile says where the parcel is fetched.',
    'Send a pickup place, or set one once under Settings, Pickup.',
  ),
  NO_COURIERS_AVAILABLE: because(
    'No courier is free for an express delivery at this moment.',
    'Try again after `Retry-After`, or send it by a service that waits.',
  ),
} as const;
