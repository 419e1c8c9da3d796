import type { Call } from '../call/call.ts';
import { invalid } from '../call/failure.ts';
import { parseTime } from './parse-time.ts';
import { EARLIEST, LATEST } from './read-time.ts';

/** As long as tills and doors may be away: what is told to have happened before is no time that a clock can be right about. */
const AWAY_MS_MAX = 30 * 86_400_000;

/** What the clock of a device said, which may be set to any year: what happened is not refused for that. */
export function readDeviceTime(text: string, field: { readonly path: string; readonly call: Call }): Date {
  const parsed = parseTime(text, field.call.caller.merchant.timeZone);
  if (!parsed.ok) throw invalid({ path: field.path, message: parsed.message });
  return parsed.at;
}

/** So long a batch may be on its way: what a clock seems to be behind by no more than that is not put right. */
const ON_ITS_WAY_MS_MAX = 5_000;

/** By how much the device's clock is behind, as it says now; null: it did not say. */
export function readSkewMs(
  deviceTime: string | undefined,
  field: { readonly path: string; readonly call: Call },
): number | null {
  if (deviceTime === undefined) return null;
  const behindMs = field.call.now.getTime() - readDeviceTime(deviceTime, field).getTime();
  return behindMs > 0 && behindMs <= ON_ITS_WAY_MS_MAX ? 0 : behindMs;
}

/** When it happened, put right by how far the clock is off now: never ahead of now, and now where it would lie further back than devices are away. */
export function putRight(
  toldAt: Date,
  { skewMs, now }: { readonly skewMs: number | null; readonly now: Date },
): {
  readonly at: Date;
  /** How far the clock is off, as far as that can be seen. */ readonly offMs: number;
} {
  const aheadMs = toldAt.getTime() + (skewMs ?? 0) - now.getTime();
  if (-aheadMs > AWAY_MS_MAX) return { at: now, offMs: Infinity };
  return {
    at: new Date(now.getTime() + Math.min(aheadMs, 0)),
    offMs: Math.max(Math.abs(skewMs ?? 0), aheadMs),
  };
}

/** As near to what a clock said as can be kept. */
export function keptTime(at: Date): Date {
  return new Date(Math.min(Math.max(at.getTime(), EARLIEST.getTime()), LATEST.getTime() - 1));
}
