import { moneyText } from '../../kit/format/money.ts';
import type { CourierEntry } from '../data/courier-store.ts';
import type { Refused } from '../state/sending.ts';
import { cash, jobOf } from '../state/signals.ts';
import { t } from '../texts.ts';

/** What was done, in words: "Delivery code, Alpha Koroma". */
export function entryName(entry: CourierEntry): string {
  if (entry.kind === 'deposit')
    return t.didDeposit(moneyText(entry.body.amount, cash.value?.currency ?? 'SLE'));
  const { body } = entry;
  const job = jobOf(body.job_number);
  const who = job ? (job.dropoff.contact_name ?? job.store_name) : body.job_number;
  return `${stepWords(body)}, ${who}`;
}

function stepWords(body: Extract<CourierEntry, { readonly kind: 'step' }>['body']): string {
  switch (body.kind) {
    case 'arrive':
      return body.at === 'pickup' ? t.didArrivePickup : t.didArriveDoor;
    case 'verify':
      return body.type === 'pickup' ? t.didPickupCode : t.didDeliveryCode;
    case 'pick_up':
      return t.didPickUp;
    case 'depart':
      return t.didDepart;
    case 'proof':
      return body.photo === undefined ? t.didSignature : t.didPhoto;
    case 'attempt':
      return t.didAttempt;
    case 'deliver':
      return t.didDeliver;
    case 'fail':
      return t.didFail;
  }
}

/** Why the server did not take it, and what would work; the server's own words where we have none. */
export function refusalText({ code, message, details }: Refused): string {
  const left = Number(details?.['attempts_left'] ?? 0);
  switch (code) {
    case 'INVALID_HANDOFF_CODE':
      return t.codeWrong(left);
    case 'HANDOFF_LOCKED':
      return t.codeLocked;
    case 'DELIVERY_NOT_FOUND':
      return t.reassigned;
    case 'DELIVERY_NOT_ACTIVE':
      return t.calledOff;
    case 'HANDOFF_NOT_READY':
      return t.notReadyYet;
    case 'PROOF_REQUIRED':
      return t.proofMissing;
    case 'ATTEMPTS_REQUIRED':
      return t.tooEarlyToGiveUp;
    case 'NO_CASH':
      return t.noCashThere;
    case 'DAMAGED_ON_DEVICE':
      return t.damaged;
    default:
      return message === '' ? t.notTaken : message;
  }
}
