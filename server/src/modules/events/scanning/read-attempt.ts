import { isId, type ScanBody } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { putRight, readDeviceTime } from '../../../kernel/time/device-time.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { readCode, type ScanAttempt } from './attempt.ts';
import type { Scanner } from './scanner.ts';

export type AskingDoor = {
  readonly eventId: string;
  readonly body: ScanBody;
  readonly scanner: Scanner;
  readonly wallClock: Date;
};

/** A request to let somebody through, read to the point where it can be judged. */
export function readAttempt(call: Call, { eventId, body, scanner, wallClock }: AskingDoor): ScanAttempt {
  requireEventId(eventId);
  const code = readCode(body.code, eventId);
  return {
    tenant: call.tenant,
    eventId,
    scanner,
    text: body.code,
    code,
    direction: body.direction ?? 'in',
    source: body.source ?? (code.kind === 'signed' ? 'camera' : 'manual'),
    gate: scanner.gate ?? body.gate ?? null,
    nonce: body.nonce?.toLowerCase() ?? null,
    at: readAt(call, body.scanned_at),
    judgedAt: call.now,
    now: call.now,
    wallClock,
    force: body.force ?? false,
    reason: body.reason ?? null,
    offline: null,
  };
}

/** What has not the form of an event's id is no event. */
export function requireEventId(id: string): void {
  if (!isId('evt_', id)) throw eventNotFound(id);
}

/** As a device's clock has it, which keeps nobody out; never later than now. */
function readAt(call: Call, text: string | undefined): Date {
  if (text === undefined) return call.now;
  return putRight(readDeviceTime(text, { path: 'scanned_at', call }), { skewMs: null, now: call.now }).at;
}
