import { because } from './explanation.ts';

/** Refusals about money: payments, links, refunds, payouts, invoices. */
export const paymentCauses = {
  PAYMENT_DECLINED: because(
    'The payer or the provider said no: too little money, a wrong PIN, not confirmed in time. `details.failure` says which.',
    'Show the payer what `details.failure.message` says and let them try again or pay another way. Nothing was taken.',
  ),
  LINK_USED_UP: because(
    'The link was used as often as it may be, or somebody is paying its last use now.',
    'Make a new link, or raise how often this one may be used.',
  ),
  SLUG_TAKEN: because(
    'Another payment link has this slug, the readable end of its address.',
    'Choose another slug, or leave it out to get one that is free.',
  ),
  LINK_EXPIRED: because('The link’s time is over.', 'Make a new link, or set a later `expires_at`.'),
  LINK_INACTIVE: because(
    'The link is switched off, so that nobody pays with it.',
    'Switch it on again, or send the payer another one.',
  ),
  PAYMENT_EXPIRED: because(
    'The payment was not made in its time. Money that comes later is still noticed, and told by a webhook.',
    'Create a new payment and send the payer its address.',
  ),
  AMOUNT_TOO_SMALL: because(
    'Less than the least that can be paid this way; the message says how much that is.',
    'Ask for more, or take it another way, in cash for example.',
  ),
  AMOUNT_TOO_LARGE: because(
    'More than can be paid or asked for this way at once.',
    'Split it into several payments, or use a channel that takes more.',
  ),
  AMOUNT_TOKEN_INVALID: because(
    'The signed amount is not one of ours, has expired, or says another amount than the request.',
    'Have your server sign a fresh amount for this very payment, and hand it to the page unchanged.',
  ),
  REFUND_EXCEEDS_PAYMENT: because(
    'More would go back than was paid and has not gone back yet. Refunds that are under way count; `details.refundable` says what is left.',
    'Refund at most `details.refundable`. If that surprises you, list the refunds of the payment.',
  ),
  REFUND_NOT_SUPPORTED: because(
    'The provider of this payment does not send money back, or not in part.',
    'Give the money back another way, by cash or a payout, and record that.',
  ),
  CHANNEL_NOT_AVAILABLE: because(
    'No provider that you have connected takes this channel for this currency and amount.',
    'Connect one under Settings, Payment providers, or offer the channels that are open.',
  ),
  BALANCE_TOO_LOW: because(
    'The payout is more than the balance; `details.available` says how much there is. What is under way is set aside already.',
    'Ask for at most `details.available`, or wait until more has been settled.',
  ),
  PROVIDER_ERROR: because(
    'The payment provider refused the request or answered what makes no sense. Nothing was taken.',
    'Look at the provider account under Settings: its keys may have ended. Then try again, or offer another channel.',
  ),
  PROVIDER_UNAVAILABLE: because(
    'The payment provider does not answer now.',
    'Try again after `Retry-After`; what was begun is asked about and not done twice. Offer another channel if it lasts.',
  ),
  TOO_MANY_ACCOUNTS: because(
    'The merchant has as many provider accounts as are allowed; `details.accounts_max` says how many.',
    'Disconnect one that is not used.',
  ),
  CREDIT_EXCEEDS_INVOICE: because(
    'More would be credited than is left of the invoice; `details.creditable` says how much that is.',
    'Credit at most that. Earlier credit notes of the invoice are in its list.',
  ),
  INVOICE_FINALIZED: because(
    'The invoice has a number and was sent, so its lines and amounts stay as they are. Only due date, notes, reminders and metadata change.',
    'Correct it with a credit note, then make a new invoice.',
  ),
  NOTHING_DUE: because(
    'Nothing is left to pay: it was paid, credited or written off.',
    'Read it again. If somebody paid twice, refund the second payment.',
  ),
} as const;
