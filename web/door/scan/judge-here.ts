import { device } from '../data/api.ts';
import { isOfEvent, namesOfTyped, openName, seeCode, type SeenCode } from '../manifest/verify-code.ts';
import { judgeTicket, type Judged } from '../manifest/judge-ticket.ts';
import type { KeptHead } from '../manifest/book.ts';
import type { TicketRecord } from '../manifest/records.ts';
import { firstHere, ownOf } from '../state/own-scans.ts';
import { book, direction, door, gate, head, nowMs } from '../state/signals.ts';
import { answerOf, type AskedCode, type DoorAnswer, type FirstTime } from './answer.ts';

/** What this phone says by itself. */
export type Here = { readonly answer: DoorAnswer; readonly hash: string | null; readonly room: number };

/** Why this phone cannot judge by itself; null: it has all tickets, and they are not too old. */
export function whyNotHere(): 'NO_TICKETS' | 'TOO_OLD' | null {
  const known = head.value;
  if (known === null || !known.isWhole) return 'NO_TICKETS';
  return nowMs() >= Date.parse(known.expires_at) ? 'TOO_OLD' : null;
}

/** Judges a code by the manifest and by what this door did, as every door must (docs/conformance). */
export async function judgeHere(asked: AskedCode): Promise<Here> {
  const known = head.value;
  const refused = (refusal: DoorAnswer['refusal'], more: Partial<DoorAnswer> = {}): Here => ({
    answer: answerOf({ result: 'rejected', refusal, asked, isOffline: true, isForced: false, ...more }),
    hash: null,
    room: 1,
  });
  const whyNot = whyNotHere();
  if (known === null || whyNot !== null) return refused(whyNot ?? 'NO_TICKETS');
  const seen = await seeCode(asked.text, { eventId: known.event.id, keys: known.keys });
  if (seen.kind === 'refused')
    return refused(seen.code, seen.code === 'WRONG_EVENT' ? otherEvent(asked.text) : {});
  const record = await findRecord(seen, known);
  if (seen.kind === 'typed' && record === null) return refused('TICKET_NOT_FOUND');
  return judgeFound({ asked, known, seen, record });
}

/** Without the server only the events that this phone was paired for are known by name. */
function otherEvent(text: string): Partial<DoorAnswer> {
  const other = (device.pairing.value?.doors ?? []).find(({ event }) => isOfEvent(text, event.id));
  return { eventName: other?.event.name ?? null };
}

async function findRecord(seen: SeenCode, { event, salts }: KeptHead): Promise<TicketRecord | null> {
  if (seen.kind === 'signed') return book.find(seen.hash);
  if (seen.kind === 'refused') return null;
  return book.findTyped(await namesOfTyped(seen.typed, { eventId: event.id, salts }));
}

/** Under which name the manifest knows the ticket of a QR code; null: it is none of this event. */
export async function hashOfSigned(text: string): Promise<string | null> {
  const known = head.value;
  if (known === null) return null;
  const seen = await seeCode(text, { eventId: known.event.id, keys: known.keys });
  return seen.kind === 'signed' ? seen.hash : null;
}

/** As `hashOfSigned`, of a typed code: slow, for the manifest gives no code away. */
export async function hashOfTyped(text: string): Promise<string | null> {
  const known = head.value;
  if (known === null) return null;
  const seen = await seeCode(text, { eventId: known.event.id, keys: known.keys });
  return (await findRecord(seen, known))?.hash ?? null;
}

type Found = {
  readonly asked: AskedCode;
  readonly known: KeptHead;
  readonly seen: SeenCode;
  readonly record: TicketRecord | null;
};

async function judgeFound({ asked, known, seen, record }: Found): Promise<Here> {
  const signed = seen.kind === 'signed' ? seen : null;
  const hash = signed?.hash ?? record?.hash ?? '';
  const judged = judgeTicket(known, {
    hash,
    record,
    ticket: signed?.ticket ?? null,
    own: ownOf(hash),
    direction: direction.value,
    gate: gate.value,
    nowMs: nowMs(),
  });
  const passes = judged.refusal === null || (asked.force !== null && judged.refusal !== 'TICKET_NOT_FOUND');
  const type =
    known.ticket_types.find(({ id }) => id === record?.typeId) ??
    known.ticket_types.find(({ index }) => index === signed?.ticket.typeIndex);
  const name = record?.sealedName && signed ? await openName(record.sealedName, signed.signature) : null;
  const isIn = direction.value === 'in';
  return {
    hash,
    room: isIn && judged.refusal === null ? judged.room : 1,
    answer: answerOf({
      result: passes ? (isIn ? 'admitted' : 'exited') : 'rejected',
      refusal: judged.refusal,
      asked,
      name,
      typeName: type?.name ?? null,
      doorNote: type?.door_note ?? null,
      first: firstOf(hash, judged),
      isOffline: true,
      isForced: passes && judged.refusal !== null,
      isUnverified: passes && record === null,
    }),
  };
}

/** Where this door itself let it in it knows all of it; of another door the manifest tells the time alone. */
function firstOf(hash: string, { sinceMs }: Judged): FirstTime | null {
  if (sinceMs === null) return null;
  const own = firstHere(hash);
  const isOwn = own !== null && own.atMs <= sinceMs + SAME_MS;
  return isOwn
    ? { atMs: own.atMs, gate: own.gate, device: door.value?.device.name ?? null }
    : { atMs: sinceMs, gate: null, device: null };
}

/** The manifest counts whole seconds. */
const SAME_MS = 1_500;
