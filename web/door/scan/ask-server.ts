import {
  scanRefusals,
  type FirstScan,
  type ScanAnswer,
  type ScannedTicket,
  type ScanRefusal,
} from '@cottontree/contract';
import { judgeError } from '../../outbox/trouble.ts';
import { client, isEnded } from '../data/api.ts';
import { direction, door, gate, isAnswering, network } from '../state/signals.ts';
import { answerOf, ticketFields, type AskedCode, type DoorAnswer, type FirstTime } from './answer.ts';

/** Longer nobody stands in front of a door: then this phone decides by what it knows. */
const ANSWER_MS_MAX = 2_000;

/** What became of a question: an answer, or that the server was not reached. */
export type Reached =
  | { readonly kind: 'let-through'; readonly data: ScanAnswer }
  | { readonly kind: 'refused'; readonly answer: DoorAnswer; readonly scanId: string | null }
  | { readonly kind: 'not-reached' };

/** Asks the server about a ticket in front of the door. */
export async function askServer(asked: AskedCode, nonce: string): Promise<Reached> {
  const where = gate.value;
  const { text, source, force } = asked;
  try {
    const { data } = await client.scanTicketAtDoor({
      params: { id: door.value?.event.id ?? '' },
      body: {
        code: text,
        nonce,
        source,
        direction: direction.value,
        ...(where === null ? {} : { gate: where }),
        ...(force === null ? {} : { force: true, reason: force.reason }),
      },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return { kind: 'let-through', data };
  } catch (error) {
    const judged = judgeError(error);
    if ('refusal' in judged) return refusedBy(asked, judged.refusal);
    if (judged.trouble.kind === 'sign-in') {
      isEnded.value = true;
      return {
        kind: 'refused',
        answer: answerOf({ result: 'rejected', refusal: 'ENDED', asked }),
        scanId: null,
      };
    }
    if (judged.trouble.kind === 'network') mend();
    return { kind: 'not-reached' };
  }
}

type Refusal = { readonly code: string; readonly message: string; readonly details: unknown };
type Details = {
  readonly scan_id?: string;
  readonly ticket?: ScannedTicket | null;
  readonly first_scan?: FirstScan | null;
  readonly event_name?: string;
  readonly event_start_date?: string;
};

function refusedBy(asked: AskedCode, { code, message, details }: Refusal): Reached {
  const { scan_id, ticket, first_scan, event_name, event_start_date } = (details ?? {}) as Details;
  const refusal = scanRefusals.find((one) => one === code) ?? 'FAULT';
  const told = answerOf({
    result: 'rejected',
    refusal,
    asked,
    ...ticketFields(ticket),
    first: firstTime(first_scan),
    eventName: event_name ?? null,
    eventStartMs: event_start_date === undefined ? null : Date.parse(event_start_date),
    message,
    isForced: false,
  });
  return { kind: 'refused', answer: told, scanId: scan_id ?? null };
}

export function firstTime(first: FirstScan | null | undefined): FirstTime | null {
  return first ? { atMs: Date.parse(first.at), gate: first.gate, device: first.device } : null;
}

/** Of an answer's refusals those that the server knows by the name that it logs. */
export function refusalOfScan({ refusal }: DoorAnswer): ScanRefusal | null {
  return scanRefusals.find((one) => one === refusal) ?? null;
}

const LOOK_AGAIN_MS = 5_000;
const SOON_MS = 1_500;
let mending = false;

/** A server that hangs makes every ticket wait: it is asked again once it answers soon. */
function mend(): void {
  isAnswering.value = false;
  if (mending) return;
  mending = true;
  const look = async (): Promise<void> => {
    const startedMs = performance.now();
    const isThere = (await network.value?.look()) ?? false;
    if (isThere && performance.now() - startedMs < SOON_MS) {
      mending = false;
      isAnswering.value = true;
    } else setTimeout(() => void look(), LOOK_AGAIN_MS);
  };
  setTimeout(() => void look(), SOON_MS);
}
