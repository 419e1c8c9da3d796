import type { BatchedResult, BatchedScan, FirstScan, ScanRefusal } from '@cottontree/contract';
import type { EntryOf, Verdict } from '../../outbox/index.ts';
import { judgeError } from '../../outbox/trouble.ts';
import { client, isEnded } from '../data/api.ts';
import type { DoorKinds, DoorScan } from '../data/door-store.ts';
import { isSignInTrouble } from './trouble.ts';
import { noteAnswers, noteStanding } from './own-scans.ts';
import { door, nowMs, pairedAs, scans } from './signals.ts';

export type DoorEntry = EntryOf<DoorKinds>;

/** What the server said of a scan, for whoever looks at it later. */
export type ScanVerdict = {
  readonly scan_id: string;
  readonly result: BatchedResult['result'];
  readonly code: ScanRefusal | null;
  readonly first_scan: FirstScan | null;
};

/** Hands in what was done without the server. It takes everything as it happened; what a person should know of is a conflict. */
export async function sendScans(
  batch: readonly DoorEntry[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Verdict[]> {
  // As the server answers it: nothing goes until the phone is paired again.
  if (isEnded.value)
    throw Object.assign(new Error('This phone is not paired.'), { status: 401, code: 'UNAUTHORIZED' });
  const bodies = batch.map(({ body }) => body);
  const results = await handIn(bodies, signal);
  // A question that was answered too late for the door to hear stands with the server as refused: what the door did then is told besides.
  const unheard = bodies.filter(
    ({ nonce, offline_result }) => offline_result === 'admitted' && results.get(nonce)?.result === 'rejected',
  );
  const told =
    unheard.length === 0
      ? results
      : await handIn(
          unheard.map((body) => ({ ...body, nonce: besideNonce(body.nonce) })),
          signal,
        );
  await noteAnswers(results);
  const standing = await takeBackAgain(results, signal);
  return batch.flatMap(({ client_id, sha256, body }): readonly Verdict[] => {
    const result = results.get(body.nonce);
    if (!result) return [];
    const told_as = told.get(besideNonce(body.nonce)) ?? result;
    const isSeen = told_as.conflict || told_as.result !== body.offline_result || standing.has(result.scan_id);
    const answer: ScanVerdict = {
      scan_id: result.scan_id,
      result: told_as.result,
      code: told_as.code,
      first_scan: told_as.first_scan,
    };
    return [{ client_id, sha256, outcome: isSeen ? 'conflict' : 'acked', answer }];
  });
}

/** What was taken back here and is handed in again, for the server lost both. Answers which scans it did not take back. */
async function takeBackAgain(
  results: ReadonlyMap<string, BatchedResult>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const standing = new Set<string>();
  for (const { nonce, isUndone } of scans.value) {
    const scanId = results.get(nonce)?.scan_id;
    if (!isUndone || scanId === undefined) continue;
    if ((await undoAgain(scanId, signal)) !== 'refused') continue;
    standing.add(scanId);
    await noteStanding(nonce);
  }
  return standing;
}

/** Takes a scan back that was taken back before: 'done' says that the server had lost that. */
async function undoAgain(scanId: string, signal: AbortSignal): Promise<'done' | 'stood' | 'refused'> {
  const params = { id: door.value?.event.id ?? '', scanId };
  try {
    await client.undoScanAtDoor({ params, body: { reason: UNDONE_BEFORE }, signal });
    return 'done';
  } catch (error) {
    const judged = judgeError(error);
    if ('trouble' in judged && judged.trouble.kind !== 'sign-in') throw error;
    return 'trouble' in judged || judged.refusal.code !== 'SCAN_ALREADY_UNDONE' ? 'refused' : 'stood';
  }
}

const UNDONE_BEFORE = 'Taken back before the server was restored';

async function handIn(
  scans: readonly BatchedScan[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BatchedResult>> {
  try {
    const { data } = await client.syncScansAtDoor({
      params: { id: door.value?.event.id ?? '' },
      body: { device_time: new Date(nowMs()).toISOString(), scans: [...scans] },
      signal,
    });
    return new Map(data.results.map((result) => [result.nonce, result]));
  } catch (error) {
    if (isSignInTrouble(error)) isEnded.value = true;
    throw error;
  }
}

/** Another nonce, and always the same of one: whatever is sent twice counts once. */
function besideNonce(nonce: string): string {
  const [first = '0'] = nonce;
  return (15 - Number.parseInt(first, 16)).toString(16) + nonce.slice(1);
}

/**
 * Which of the last scans a restored server does not know: it gives them another id than before. Sent by another device than before they
 * would count as new ones, so a phone that was paired again does not ask.
 */
export async function findLost(acked: readonly DoorEntry[]): Promise<readonly string[]> {
  if (pairedAs.value.length !== 1) return [];
  const signal = AbortSignal.timeout(PROBE_MS_MAX);
  const results = await handIn(
    acked.map(({ body }) => body),
    signal,
  );
  const isLost = ({ body, answer }: DoorEntry): boolean => {
    const before = (answer as Partial<ScanVerdict> | null)?.scan_id;
    const now = results.get(body.nonce)?.scan_id;
    return before !== undefined && now !== undefined && before !== now;
  };
  const lost = acked.filter(isLost);
  const asked = lost.length === 0 && (await isUndoLost(acked, signal)) ? acked : lost;
  return asked.map(({ client_id }) => client_id);
}

/**
 * Whether the server lost the last undo, and has the scans before it. What it has of a later scan shows that it has the undo, too; one
 * that was answered sooner after it may have been asked for before it.
 */
async function isUndoLost(known: readonly DoorEntry[], signal: AbortSignal): Promise<boolean> {
  const last = scans.value
    .filter(({ isUndone }) => isUndone)
    .reduce<DoorScan | null>(
      (one, other) => ((one?.undoneAtMs ?? 0) > (other.undoneAtMs ?? 0) ? one : other),
      null,
    );
  const undoneAtMs = last?.undoneAtMs ?? null;
  if (!last?.scanId || undoneAtMs === null) return false;
  const isLater = ({ settled_at }: DoorEntry): boolean =>
    settled_at !== null && Date.parse(settled_at) > undoneAtMs + PROBE_MS_MAX;
  if (known.some(isLater)) return false;
  return (await undoAgain(last.scanId, signal)) !== 'stood';
}

const PROBE_MS_MAX = 20_000;
