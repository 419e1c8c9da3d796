import type { BatchedResult, BatchedScan, Input, Operations, ScanBatchAnswer } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { putRight, readDeviceTime, readSkewMs } from '../../../kernel/time/device-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { readCode, type ScanAttempt } from './attempt.ts';
import { requireEvent, requireScanner } from './find-scanner.ts';
import { requireEventId } from './read-attempt.ts';
import { scanContextOn, type ScanContext } from './scan-context.ts';
import type { Scanner } from './scanner.ts';
import { settleScan, type SettledScan } from './settle-scan.ts';

/** Takes in what a door did without the service: facts, each once, whatever the service would have said. */
export async function syncScans(
  { params, body }: Input<Operations['syncScans' | 'syncScansAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<ScanBatchAnswer>> {
  requireEventId(params.id);
  const scanner = await requireScanner(call, module, { eventId: params.id, deviceId: body.device_id });
  await requireEvent(module, { tenant: call.tenant, eventId: params.id });
  const skewMs = readSkewMs(body.device_time, { path: 'device_time', call }) ?? 0;
  const attempts = body.scans.map((scan, index) =>
    attemptOf(call, scan, { eventId: params.id, scanner, skewMs, index, wallClock: module.world.now() }),
  );

  const work = async (context: ScanContext): Promise<Reply<ScanBatchAnswer>> => {
    const settled = await settleInOrder(
      attempts,
      async (attempt) => (await settleScan(attempt, { context, world: module.world })) ?? unsettled(),
    );
    const results = settled.map((one, index) => present(one, body.scans[index]?.nonce ?? ''));
    return reply({
      results,
      conflicts: results.filter(({ conflict }) => conflict).length,
      clock_skew_seconds: skewMs / 1_000,
    });
  };
  return call.idempotency === null
    ? await work(module.scans)
    : await effect(module, call, { work: (runner) => work(scanContextOn(runner, module.vault)) });
}

type Read = {
  readonly eventId: string;
  readonly scanner: Scanner;
  readonly skewMs: number;
  readonly index: number;
  readonly wallClock: Date;
};

/** When it happened is told by a clock that may be wrong: it is put right by how far that clock is off now. */
function attemptOf(
  call: Call,
  scan: BatchedScan,
  { eventId, scanner, skewMs, index, wallClock }: Read,
): ScanAttempt {
  const code = readCode(scan.code, eventId);
  const told = readDeviceTime(scan.scanned_at, { path: `scans[${index}].scanned_at`, call });
  const { at } = putRight(told, { skewMs, now: call.now });
  const direction =
    scan.offline_result === 'rejected'
      ? (scan.direction ?? 'in')
      : scan.offline_result === 'exited'
        ? 'out'
        : 'in';
  return {
    tenant: call.tenant,
    eventId,
    scanner,
    text: scan.code,
    code,
    direction,
    source: scan.source ?? (code.kind === 'signed' ? 'camera' : 'manual'),
    gate: scanner.gate ?? scan.gate ?? null,
    nonce: scan.nonce.toLowerCase(),
    at,
    judgedAt: at,
    now: call.now,
    wallClock,
    force: scan.forced === true && scanner.role === 'supervisor',
    reason: scan.reason ?? null,
    offline: scan.offline_result,
  };
}

/** Scans of one ticket one after the other, as they happened; those of different tickets together. */
async function settleInOrder(
  attempts: readonly ScanAttempt[],
  settle: (attempt: ScanAttempt) => Promise<SettledScan>,
): Promise<readonly SettledScan[]> {
  const inOrder = attempts.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const lastOfCode = new Map<string, Promise<SettledScan>>();
  const settled = new Map<ScanAttempt, Promise<SettledScan>>();
  let kind: ScanAttempt['code']['kind'] | null = null;
  for (const attempt of inOrder) {
    // A ticket has a signed code and a typed one, and which belong together is not known yet.
    if (attempt.code.kind !== kind) await Promise.all(lastOfCode.values());
    kind = attempt.code.kind;
    const code = codeOf(attempt);
    const before = lastOfCode.get(code);
    const one = before === undefined ? settle(attempt) : before.then(() => settle(attempt));
    lastOfCode.set(code, one);
    settled.set(attempt, one);
  }
  return Promise.all(attempts.map((attempt) => settled.get(attempt) ?? settle(attempt)));
}

/** The same for whatever spellings and makings a ticket has of one code. */
function codeOf({ code, text }: ScanAttempt): string {
  if (code.kind === 'signed') return code.qrId.toString('hex');
  return code.kind === 'typed' ? code.code : text;
}

/** Only a request with one scan takes its Idempotency-Key along with it. */
function unsettled(): never {
  throw new Error('A scan without a key of its own was not settled.');
}

function present({ scanId, result, code, conflict, firstScan }: SettledScan, nonce: string): BatchedResult {
  return { nonce, scan_id: scanId ?? '', result, code, conflict, first_scan: firstScan };
}
