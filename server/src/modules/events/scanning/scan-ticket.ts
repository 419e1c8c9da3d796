import type { Input, Operations, ScanAnswer, ScanBody } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { replay } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { findKept } from '../../../kernel/effect/idempotency.queries.ts';
import { sealFailure, sealReply } from '../../../kernel/effect/kept-answer.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { findScanner, requireSupervisor } from './find-scanner.ts';
import { readAttempt } from './read-attempt.ts';
import type { Scanner } from './scanner.ts';
import { settleScan, type Keeping, type SettledScan } from './settle-scan.ts';

/** Admits the ticket in front of a door, or lets its holder out; exactly once, however many doors ask. */
export async function scanTicket(
  { params, body }: Input<Operations['scanTicket' | 'scanTicketAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<ScanAnswer>> {
  const scanner = await findScanner(call, module, { eventId: params.id, deviceId: body.device_id });
  return answerScan(call, module, { eventId: params.id, body, scanner });
}

type Arrived = { readonly eventId: string; readonly body: ScanBody; readonly scanner: Scanner };

/** One scan of whoever stands at the door, answered; a refusal is thrown with what the door shows. */
async function answerScan(
  call: Call,
  module: Events,
  { eventId, body, scanner }: Arrived,
): Promise<Reply<ScanAnswer>> {
  if (body.force && !scanner.unpaired) requireSupervisor(scanner, 'force an admission');
  const attempt = readAttempt(call, { eventId, body, scanner, wallClock: module.world.now() });
  const at = module.world.systemNow();
  const settled = await settleScan(attempt, {
    context: module.scans,
    world: module.world,
    keeping: keepingOf(call, module, at),
    ...(body.dry_run ? { dryRun: true } : {}),
  });
  if (settled === null && call.idempotency !== null)
    return replay(module, call, { idempotency: call.idempotency, runner: module.store.of(call.tenant) });
  if (settled === null) throw new Error('A scan without an Idempotency-Key was not settled.');
  const said = present(settled, at);
  if (said instanceof Failure) throw said;
  return said;
}

/** The request's Idempotency-Key is kept by the statement that writes the scan. */
function keepingOf({ idempotency, tenant }: Call, { vault, store }: Events, at: Date): Keeping | null {
  if (idempotency === null) return null;
  const { key, hash } = idempotency;
  return {
    keep(settled) {
      const said = present(settled, at);
      return {
        key,
        hash,
        at,
        answer: said instanceof Failure ? sealFailure(vault, said, at) : sealReply(vault, said, at),
      };
    },
    isTaken: async () => (await findKept(store.of(tenant), tenant, key)) !== undefined,
  };
}

function present(settled: SettledScan, at: Date): Reply<ScanAnswer> | Failure {
  const { scanId, result, ticket, firstScan, entryCount, forced, replayed } = settled;
  if (result === 'rejected' || ticket === null) return refusalOf(settled);
  const data: ScanAnswer = {
    scan_id: scanId,
    result,
    ticket,
    first_scanned_at: firstScan?.at ?? null,
    entry_count: entryCount,
    forced,
    dry_run: scanId === null,
  };
  return reply(data, replayed ? { replayed: true } : { at });
}

/** Fits a door's display: whose ticket it is, and when it was admitted first. */
function refusalOf({ scanId, code, message, details, ticket, firstScan, replayed }: SettledScan): Failure {
  return new Failure(code ?? 'INVALID_TICKET_CODE', message ?? 'This is no ticket of ours.', {
    details: { ...(scanId === null ? {} : { scan_id: scanId }), ticket, first_scan: firstScan, ...details },
    replayed,
  });
}
