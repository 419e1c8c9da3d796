import type { BatchedScan, ScanAnswer } from '@cottontree/contract';
import { NoRoomError, OtherTabError, type EntryHead } from '../../outbox/index.ts';
import type { DoorScan, OpenQuestion } from '../data/door-store.ts';
import { isEnded } from '../data/api.ts';
import { figuresChanged } from '../state/figures.ts';
import { noteHash, showScans } from '../state/own-scans.ts';
import type { ScanVerdict } from '../state/sending.ts';
import { telling } from '../state/telling.ts';
import { db, direction, gate, head, isOnline, nowMs, outbox } from '../state/signals.ts';
import { answer, answerOf, isJudging, ticketFields, type AskedCode, type DoorAnswer } from './answer.ts';
import { askServer, refusalOfScan } from './ask-server.ts';
import { hashOfSigned, hashOfTyped, judgeHere, whyNotHere, type Here } from './judge-here.ts';
import { signalAnswer } from './tell.ts';

/** As the API takes it; what is longer is no ticket of ours whatever follows. */
const CODE_CHARACTERS_MAX = 512;
/** So long after a question without an answer the same ticket is taken for the same person. */
const SAME_QUESTION_MS = 60_000;

let before: Promise<unknown> = Promise.resolve();
/** What is being judged, or waits for it. */
const begun = new Map<string, Promise<void>>();

/**
 * A code was read: it is judged, kept, and told over the whole screen. One after the other, in the order in which they were read. Whoever
 * presses twice asks once, or who just came in would be told to be in already.
 */
export function takeCode(asked: AskedCode): Promise<void> {
  const text = asked.text.trim().slice(0, CODE_CHARACTERS_MAX);
  if (text === '') return Promise.resolve();
  const one = { ...asked, text };
  const key = `${asked.force === null ? '' : 'forced '}${questionOf(one)}`;
  const same = begun.get(key);
  if (same) return same;
  const next = before.then(() => decide(one)).finally(() => begun.delete(key));
  begun.set(key, next);
  // Whatever went wrong with one, the next is judged.
  before = next.catch(() => undefined);
  return next;
}

async function decide(asked: AskedCode): Promise<void> {
  isJudging.value = true;
  try {
    const told = await telling(() => judged(asked));
    if (told === null) return;
    answer.value = told;
    signalAnswer(told);
  } catch (error) {
    // Another window works here now, and says so.
    if (error instanceof OtherTabError) return;
    const refusal = error instanceof NoRoomError ? 'NO_ROOM' : 'FAULT';
    answer.value = answerOf({ result: 'rejected', refusal, asked, isForced: false });
    signalAnswer(answer.value);
    if (refusal === 'FAULT') throw error;
  } finally {
    isJudging.value = false;
    figuresChanged();
  }
}

async function judged(asked: AskedCode): Promise<DoorAnswer | null> {
  if (outbox.value?.state.value.phase === 'elsewhere') return null;
  if (isEnded.value) return answerOf({ result: 'rejected', refusal: 'ENDED', asked, isForced: false });
  const decidesFirst = head.value?.policy.mode === 'offline_first' && whyNotHere() === null;
  const here = decidesFirst || !isOnline.value ? await judgeHere(asked) : null;
  if (here !== null && !(isOnline.value && isNews(here))) return keepOwn(here, crypto.randomUUID());
  const nonce = await nonceFor(asked);
  const reached = await askServer(asked, nonce);
  if (reached.kind === 'let-through') return admitAll(asked, reached.data, nonce);
  if (reached.kind === 'not-reached') return keepOwn(here ?? (await judgeHere(asked)), nonce);
  if (refusalOfScan(reached.answer) !== null)
    await keepAnswered([scanOf(reached.answer, { nonce, scanId: reached.scanId })], asked);
  return reached.answer;
}

/** Sold, or given to somebody else, since this phone heard of the tickets: the server knows more, where it can be asked. */
function isNews({ answer: { refusal, isUnverified } }: Here): boolean {
  return isUnverified || refusal === 'TICKET_NOT_FOUND' || refusal === 'TICKET_REVOKED';
}

/** The same ticket asks under the same nonce until it was answered: a phone that was switched off in between lets nobody in twice. */
async function nonceFor(asked: AskedCode): Promise<string> {
  const key = questionOf(asked);
  const open = (await db.value?.get('asked', key)) as OpenQuestion | undefined;
  if (open && asked.force === null && nowMs() - open.atMs < SAME_QUESTION_MS) return open.nonce;
  const nonce = crypto.randomUUID();
  // Where the device is full the question is asked all the same; only what nobody else knows needs room.
  await db.value?.put('asked', { nonce, atMs: nowMs() }, key).catch(() => undefined);
  return nonce;
}

const questionOf = ({ text }: AskedCode): string => `${direction.value} ${text}`;

/** The server let one in; of a ticket for several all who are left of it come in together. */
async function admitAll(asked: AskedCode, first: ScanAnswer, nonce: string): Promise<DoorAnswer> {
  const told = answerOf({
    result: first.result,
    asked,
    ...ticketFields(first.ticket),
    isForced: first.forced,
  });
  const hash = await hashOfSigned(asked.text);
  const rows = [scanOf(told, { nonce, scanId: first.scan_id, hash })];
  const nonces = [nonce];
  for (let left = leftOf(first); left > 0; left -= 1) {
    const next = crypto.randomUUID();
    const reached = await askServer(asked, next);
    if (reached.kind === 'refused') break;
    const scanId = reached.kind === 'let-through' ? reached.data.scan_id : null;
    if (reached.kind === 'not-reached')
      await keepOwn({ answer: { ...told, isOffline: true }, hash, room: 1 }, next);
    else rows.push(scanOf(told, { nonce: next, scanId, hash }));
    nonces.push(next);
  }
  await keepAnswered(rows, asked);
  // To look a typed code up takes a phone a second, which nobody in front of the door waits for.
  if (hash === null)
    void hashOfTyped(asked.text)
      .then((found) => noteHash(rows, found))
      .catch(() => undefined);
  return { ...told, persons: nonces.length, nonces };
}

/** How many of a ticket for several have not come in: the server counts every one. */
function leftOf({ result, ticket, entry_count, forced }: ScanAnswer): number {
  if (result !== 'admitted' || forced || ticket.admits <= 1) return 0;
  const isCounted = head.value?.event.re_entry === 'none' || entry_count === 1;
  return isCounted ? Math.max(0, ticket.admits - entry_count) : 0;
}

type Known = { readonly nonce: string; readonly scanId?: string | null; readonly hash?: string | null };

function scanOf(told: DoorAnswer, { nonce, scanId = null, hash = null }: Known): DoorScan {
  const atMs = nowMs();
  return {
    nonce,
    hash,
    result: told.result,
    refusal: refusalOfScan(told),
    name: told.name,
    typeName: told.typeName,
    atMs,
    gate: gate.value,
    scanId,
    answeredAtMs: told.isOffline ? null : atMs,
    isOffline: told.isOffline,
    isForced: told.isForced,
    isUndone: false,
    undoneAtMs: null,
  };
}

/** A scan as it is handed in. */
function bodyOf(
  { nonce, result, gate: where, isForced }: DoorScan,
  { text, source, force }: AskedCode,
): (head: EntryHead) => BatchedScan {
  const going = direction.value;
  return ({ occurred_at }) => ({
    nonce,
    code: text,
    scanned_at: occurred_at,
    offline_result: result,
    direction: going,
    source,
    ...(where === null ? {} : { gate: where }),
    ...(force !== null && isForced ? { forced: true, reason: force.reason } : {}),
  });
}

const verdictOf = ({ result, refusal }: DoorScan, scanId: string): ScanVerdict => ({
  scan_id: scanId,
  result,
  code: refusal,
  first_scan: null,
});

/** What the server decided is noted for this door's own list; it stands there whether or not there is room for it here. */
async function keepAnswered(rows: readonly DoorScan[], asked: AskedCode): Promise<void> {
  await outbox.value
    ?.write(['scans', 'asked'], async (tx, add) => {
      for (const row of rows) {
        await tx.objectStore('scans').put(row);
        // Should the server lose it, as after a restore from a backup, this phone offers it again.
        if (row.scanId !== null)
          await add({
            kind: 'scan',
            body: bodyOf(row, asked),
            acked: { answer: verdictOf(row, row.scanId) },
          });
      }
      await tx.objectStore('asked').delete(questionOf(asked));
    })
    .catch((error: unknown) => {
      if (!(error instanceof NoRoomError)) throw error;
    });
  showScans(rows);
}

/** What this phone decided is on the disk, and will be sent, before anybody is told. */
async function keepOwn({ answer: told, hash, room }: Here, nonce: string): Promise<DoorAnswer> {
  const { asked } = told;
  // Refused for what is wrong with this phone: no door asked anything of the ticket.
  if (told.result === 'rejected' && refusalOfScan(told) === null) return told;
  const persons = told.result === 'admitted' ? Math.max(1, room) : 1;
  const nonces = [nonce, ...Array.from({ length: persons - 1 }, () => crypto.randomUUID())];
  const rows = nonces.map((one) => scanOf(told, { nonce: one, hash }));
  await outbox.value?.write(['scans', 'asked'], async (tx, add) => {
    for (const row of rows) {
      await tx.objectStore('scans').put(row);
      await add({ kind: 'scan', body: bodyOf(row, asked) });
    }
    await tx.objectStore('asked').delete(questionOf(asked));
  });
  showScans(rows);
  return { ...told, persons, nonces };
}
