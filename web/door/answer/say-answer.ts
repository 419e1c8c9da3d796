import { distanceText, longDayText, timeText } from '../../kit/format/time.ts';
import { isBareId } from '../../kit/format/words.ts';
import { isForcible, type DoorAnswer, type FirstTime } from '../scan/answer.ts';
import { soundOf } from '../scan/tell.ts';
import { nowMs } from '../state/signals.ts';
import { t } from '../texts.ts';
import type { Shape } from './shapes.tsx';

/** An answer in words, the most important first. */
export type Said = {
  readonly look: 'admitted' | 'used' | 'refused';
  readonly shape: Shape;
  readonly title: string;
  readonly who: string | null;
  readonly more: string | null;
  /** What to do now. */
  readonly advice: string | null;
  /** What to give or do to whoever comes in: read at arm's length. */
  readonly instruction: string | null;
};

export function sayAnswer(told: DoorAnswer): Said {
  if (told.result !== 'rejected') return sayPassed(told);
  return told.refusal === 'TICKET_ALREADY_USED' ? sayUsed(told) : sayRefused(told);
}

function sayPassed(told: DoorAnswer): Said {
  const isOut = told.result === 'exited';
  return {
    look: 'admitted',
    shape: isOut ? 'out' : 'tick',
    title: isOut ? t.letOut : told.persons > 1 ? t.admit(told.persons) : t.admitted,
    who: told.name,
    more: listed(told.typeName, told.seat),
    advice: told.isForced ? t.forced : told.isUnverified ? t.unverified : told.notes,
    instruction: isOut ? null : told.doorNote,
  };
}

function sayUsed(told: DoorAnswer): Said {
  return {
    look: 'used',
    shape: 'clock',
    title: t.used,
    who: told.first && t.since(timeText(told.first.atMs), distanceText(told.first.atMs, nowMs())),
    more: sentences(told.first && placeOf(told.first), listed(told.typeName, told.name)),
    advice: t.askName,
    instruction: null,
  };
}

/** Where a first admission was, as far as it is known. */
export function placeOf({ gate, device }: Pick<FirstTime, 'gate' | 'device'>): string {
  // Whoever scanned by the API and gave no name is there by the id of a key, which says nothing at a door.
  const named = device === null || isBareId(device) ? null : device;
  return listed(gate === null ? null : t.gateNamed(gate), named) ?? t.byOther;
}

function sayRefused(told: DoorAnswer): Said {
  const [title, advice] = words(told);
  return {
    look: soundOf(told) === 'used' ? 'used' : 'refused',
    shape: 'octagon',
    title,
    who: told.eventName === null ? told.name : t.wrongEventFor(told.eventName),
    more:
      told.eventStartMs === null
        ? listed(told.typeName, told.seat)
        : t.wrongEventOn(longDayText(told.eventStartMs), timeText(told.eventStartMs)),
    instruction: null,
    advice: isForcible(told) && told.notes !== null ? told.notes : advice,
  };
}

function words({ refusal, message, isOffline }: DoorAnswer): readonly [title: string, advice: string | null] {
  switch (refusal) {
    case 'TICKET_NOT_FOUND':
      return [t.notFound, isOffline ? t.notFoundOffline : t.notFoundMore];
    case 'WRONG_EVENT':
      return [t.wrongEvent, t.wrongEventMore];
    case 'EVENT_CANCELLED':
      return [t.cancelled, t.cancelledMore];
    case 'EVENT_NOT_SCANNABLE':
      return [t.notScannable, t.notScannableMore];
    case 'TICKET_UNPAID':
      return [t.unpaid, t.unpaidMore];
    case 'TICKET_VOID':
      return [t.void, t.voidMore];
    case 'TICKET_BLOCKED':
      return [t.blocked, t.blockedMore];
    case 'TICKET_REVOKED':
      return [t.revoked, t.revokedMore];
    case 'TICKET_NOT_YET_VALID':
      return [t.notYet, message ?? t.notYetMore];
    case 'TICKET_EXPIRED':
      return [t.expired, message ?? t.expiredMore];
    case 'GATE_NOT_ALLOWED':
      return [t.otherGate, message ?? t.otherGateMore];
    case 'NOT_INSIDE':
      return [t.notInside, t.notInsideMore];
    case 'ENDED':
      return [t.endedTitle, t.ended];
    case 'NO_ROOM':
      return [t.phoneFull, t.phoneFullMore];
    case 'NO_TICKETS':
      return [t.noTickets, t.noTicketsYet];
    case 'TOO_OLD':
      return [t.noTickets, t.tooOld];
    case 'FAULT':
      return [t.fault, message ?? t.faultMore];
    default:
      return [t.notTicket, message ?? t.notTicketMore];
  }
}

/** A refusal of the server as a word in a sentence. */
export function refusalWord(code: DoorAnswer['refusal']): string {
  const told = { refusal: code, message: null, isOffline: false } as DoorAnswer;
  return code === 'TICKET_ALREADY_USED' ? t.used : words(told)[0];
}

function listed(...parts: readonly (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(', ') || null;
}

function sentences(...parts: readonly (string | null)[]): string | null {
  return parts.filter(Boolean).join('. ') || null;
}
