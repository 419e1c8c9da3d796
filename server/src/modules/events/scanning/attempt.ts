import type { OfflineResult, ScanDirection, ScanSource } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { ReadCode } from './read-code.ts';
import type { Scanner } from './scanner.ts';

/** One ticket in front of one door. */
export type ScanAttempt = {
  readonly tenant: Tenant;
  readonly eventId: string;
  readonly scanner: Scanner;
  /** As it was scanned or typed. */
  readonly text: string;
  readonly code: ReadCode;
  readonly direction: ScanDirection;
  readonly source: ScanSource;
  readonly gate: string | null;
  readonly nonce: string | null;
  /** When it happened, by the service's clock. */
  readonly at: Date;
  /** By which the ticket's times are judged: now, or when it happened at a door without the service. */
  readonly judgedAt: Date;
  readonly now: Date;
  /** The wall clock, by which wrong codes are counted. */
  readonly wallClock: Date;
  readonly force: boolean;
  /** Why it is forced; null: nobody said. */
  readonly reason: string | null;
  /** What a door did by itself; null: it waits for the answer. */
  readonly offline: OfflineResult | null;
};

/** Wrong typed codes of one device in one minute. */
export const WRONG_CODES_PER_MINUTE_MAX = 10;
const MINUTE_MS = 60_000;

/** Under what a device's wrong typed codes of this minute are counted. */
export function wrongCodesOf({
  eventId,
  scanner,
  wallClock,
}: Pick<ScanAttempt, 'eventId' | 'scanner' | 'wallClock'>): {
  readonly subject: string;
  readonly minute: Date;
} {
  return {
    subject: `scan_code:${eventId}:${scanner.deviceId}`,
    minute: new Date(Math.floor(wallClock.getTime() / MINUTE_MS) * MINUTE_MS),
  };
}

/** Whether it was typed, so that it may be a guess. */
export function isTyped({ source, code }: ScanAttempt): boolean {
  return source === 'manual' || code.kind === 'typed';
}
