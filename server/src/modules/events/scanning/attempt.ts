import {
  eventStartOf,
  parseTicketCode,
  readTk1,
  tk1Prefix,
  type OfflineResult,
  type ScanDirection,
  type ScanSource,
  type UnverifiedTk1,
} from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
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

/** What was held in front of a door, as far as its form goes. Nothing of it is believed yet. */
export type ReadCode =
  | {
      readonly kind: 'signed';
      readonly tk1: UnverifiedTk1;
      /** By what the ticket is looked up. */ readonly qrId: Buffer;
      /** Whether it says that it is for this event. */ readonly ours: boolean;
    }
  | { readonly kind: 'typed'; readonly code: string }
  | { readonly kind: 'unreadable'; readonly text: string };

const QR_ID_START = 12;
const QR_ID_END = 24;

/** Tells a QR code's text from a typed code, by their forms alone. */
export function readCode(text: string, eventId: string): ReadCode {
  if (text.startsWith(tk1Prefix)) {
    const tk1 = readTk1(text);
    if (tk1 === null) return { kind: 'unreadable', text };
    return {
      kind: 'signed',
      tk1,
      qrId: Buffer.from(tk1.body.subarray(QR_ID_START, QR_ID_END)),
      ours: Buffer.from(tk1.eventStart).equals(eventStartOf(eventId)),
    };
  }
  const code = parseTicketCode(text);
  return code === null ? { kind: 'unreadable', text } : { kind: 'typed', code };
}
