import type { BatchedResult } from '@cottontree/contract';
import type { DoorDatabase, DoorScan } from '../data/door-store.ts';
import { NOTHING_OWN, type Own } from '../manifest/judge-ticket.ts';
import { db, head, nowMs, scans } from './signals.ts';

const KEPT_MS = 3 * 86_400_000;
/** How far this phone's idea of the server's time may be off. */
const APART_MS = 2_000;

/** What was done here before; what is long over is dropped. */
export async function openScans(kept: DoorDatabase): Promise<void> {
  const all = await kept.getAll('scans');
  const old = all.filter(({ atMs, answeredAtMs }) => answeredAtMs !== null && atMs < nowMs() - KEPT_MS);
  for (const { nonce } of old) await kept.delete('scans', nonce);
  const gone = new Set(old);
  scans.value = all.filter((scan) => !gone.has(scan)).sort((one, other) => one.atMs - other.atMs);
}

/** What this door did with a ticket that the manifest cannot tell of yet: the server did not have it when that was made. */
export function ownOf(hash: string): Own {
  const toldMs = Date.parse(head.value?.generated_at ?? '') - APART_MS;
  return scans.value
    .filter(
      (scan) =>
        scan.hash === hash &&
        scan.result !== 'rejected' &&
        !scan.isUndone &&
        !(scan.answeredAtMs !== null && scan.answeredAtMs < toldMs),
    )
    .reduce(addScan, NOTHING_OWN);
}

function addScan({ entries, inside, firstAtMs }: Own, { result, atMs }: DoorScan): Own {
  if (result === 'exited') return { entries, inside: inside - 1, firstAtMs };
  return { entries: entries + 1, inside: inside + 1, firstAtMs: Math.min(firstAtMs ?? atMs, atMs) };
}

/** The first time that this door let a ticket in, however long ago. */
export function firstHere(hash: string): DoorScan | null {
  return (
    scans.value.find((scan) => scan.hash === hash && scan.result === 'admitted' && !scan.isUndone) ?? null
  );
}

/** Shows what was just written. */
export function showScans(added: readonly DoorScan[]): void {
  scans.value = [...scans.value, ...added];
}

/** Notes that the server has them now, and under which ids. */
export async function noteAnswers(results: ReadonlyMap<string, BatchedResult>): Promise<void> {
  const atMs = nowMs();
  await change((scan) => {
    const result = results.get(scan.nonce);
    return result ? { ...scan, scanId: result.scan_id, answeredAtMs: atMs } : scan;
  });
}

/** Notes which ticket a typed code belonged to. */
export async function noteHash(rows: readonly DoorScan[], hash: string | null): Promise<void> {
  const nonces = new Set(rows.map(({ nonce }) => nonce));
  if (hash !== null) await change((scan) => (nonces.has(scan.nonce) ? { ...scan, hash } : scan));
}

/** Notes that a scan was taken back. */
export async function noteUndone(nonce: string): Promise<void> {
  const undoneAtMs = nowMs();
  await change((scan) => (scan.nonce === nonce ? { ...scan, isUndone: true, undoneAtMs } : scan));
}

/** Notes that a scan which was taken back here stands after all. */
export async function noteStanding(nonce: string): Promise<void> {
  await change((scan) => (scan.nonce === nonce ? { ...scan, isUndone: false } : scan));
}

async function change(make: (scan: DoorScan) => DoorScan): Promise<void> {
  const before = scans.value;
  const after = before.map(make);
  scans.value = after;
  const tx = db.value?.transaction('scans', 'readwrite');
  if (!tx) return;
  for (const [at, scan] of after.entries()) if (scan !== before[at]) void tx.store.put(scan);
  await tx.done;
}
