import { because } from './explanation.ts';

/** Refusals about the till: stock, sales, drawers, the catalogue. */
export const tillCauses = {
  INSUFFICIENT_STOCK: because(
    'Less is there than was asked for, at this place and at this moment; `details.items` says of what and how much.',
    'Sell what is there, take it from another place by a transfer, or correct the stock if the shelf says otherwise. Products can be allowed to go below zero.',
  ),
  STOCK_CHANGED: because(
    'Somebody sold or moved the same while it was counted; `details.items` has the stock by now.',
    'Look at the new figure and send the correction again with the new sequence.',
  ),
  TOTAL_MISMATCH: because(
    'You sent `expected_total`, and the server reckons another: prices, taxes or discounts differ from what the till knows. `details.totals` has it in parts.',
    'Take the catalogue anew, show the buyer the right total, and send the sale with it.',
  ),
  UNDERPAID: because(
    'What is paid comes to less than the total.',
    'Take the rest, or keep the sale open so that it is paid later.',
  ),
  DUPLICATE_SKU: because(
    'Another variant has this SKU; `details.variant_id` names it.',
    'Use another SKU, or change that variant.',
  ),
  DUPLICATE_BARCODE: because(
    'Another variant has this barcode; `details.variant_id` names it. A scan has to find one thing.',
    'Scan the right package, or take the code off the other variant.',
  ),
  DUPLICATE_CUSTOMER: because(
    'A customer with this phone number is there; `details.customer_id` names them.',
    'Use that customer and change what differs.',
  ),
  CASH_SESSION_ALREADY_OPEN: because(
    'The till’s drawer is open already; `details.cash_session_id` names the session.',
    'Go on with that session, or close it first.',
  ),
  CASH_SESSION_CLOSED: because(
    'The drawer was counted and closed, so nothing is added to it.',
    'Open a new session and book there. A sale made before the closing, without a network, keeps its own time.',
  ),
  CASH_SESSION_REQUIRED: because(
    'Cash was to be taken or given while no drawer is open.',
    'Open a cash session at this till, count the float, and name it as `cash_session_id`.',
  ),
  UNSYNCED_SALES: because(
    'The till still holds sales that have not arrived; `details.unsynced_count` says how many. Closing now would leave them out of the count.',
    'Give the till a network until it has sent everything, then close. `force` closes all the same and books them later.',
  ),
} as const;
