import {
  covers,
  idRandomBytes,
  makeId,
  ownUndoMinutes,
  type Input,
  type Operations,
  type Scan,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { composeUndo } from './compose-undo.ts';
import { requireScanner } from './find-scanner.ts';
import { presentScan } from './present-scan.ts';
import { recordScans } from './record.queries.ts';
import { requireEvent } from './require-event.ts';
import { findScan, findScanToUndo, type ScanToUndo } from './scan-log.queries.ts';
import type { Scanner } from './scanner.ts';

const OWN_UNDO_MS = ownUndoMinutes * 60_000;

/** Takes an admission or an exit back: the ticket stands as if it had not been. */
export async function undoScan(
  { params, body }: Input<Operations['undoScan' | 'undoScanAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<Scan>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const scanner = await requireScanner(call, module, { eventId: params.id, deviceId: body.device_id });
  await requireEvent(module, event);
  return effect(module, call, {
    work: async (runner) => {
      const standing = {
        tooMany: 'doors scan this ticket',
        read: () => findScanToUndo(runner, event, params.scanId),
        notFound: () => new Failure('SCAN_NOT_FOUND', `The event has no scan ${params.scanId.slice(0, 64)}.`),
      };
      return change<ScanToUndo, Reply<Scan>>(standing, async (scan) => {
        requireRight(scan, call, scanner);
        refuseWhatCannotBeUndone(scan);
        const id = makeId('scn_', call.now.getTime(), module.world.randomBytes(idRandomBytes));
        const [written] = await recordScans(runner, [
          composeUndo(scan, { id, tenant: call.tenant, now: call.now, reason: body.reason, scanner }),
        ]);
        const undo = written && (await findScan(runner, event, id));
        return undo ? reply(presentScan(undo)) : undefined;
      });
    },
  });
}

/** The device that scanned, for a while; whoever may change events, at any time. */
function requireRight(scan: ScanToUndo, { caller, now }: Call, scanner: Scanner): void {
  if (caller.kind === 'secret' && covers(caller.scopes, 'events:write')) return;
  if (isOwn(scan, scanner) && now.getTime() - scan.recorded_at.getTime() <= OWN_UNDO_MS) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `A device takes back only its own scans, and within ${ownUndoMinutes} minutes. Anything else needs a secret key with the scope events:write.`,
    { details: { scope: 'events:write' } },
  );
}

/** Keys call devices what they like, and share those names; nobody has a paired device's or a session's by naming it. */
function isOwn(scan: ScanToUndo, { deviceId, actor }: Scanner): boolean {
  const isOfKeys = scan.actor.startsWith('key_') && actor.startsWith('key_');
  return scan.device_id === deviceId && (scan.actor === actor || isOfKeys);
}

function refuseWhatCannotBeUndone({ id, result, undone_at }: ScanToUndo): void {
  if (undone_at !== null)
    throw new Failure('SCAN_ALREADY_UNDONE', `Scan ${id} was undone at ${undone_at.toISOString()}.`);
  if (result === 'admitted' || result === 'exited') return;
  throw new Failure('STATE_CONFLICT', `Scan ${id} let nobody through, so there is nothing to take back.`, {
    details: { from: result, to: 'undone', allowed: [] },
  });
}
