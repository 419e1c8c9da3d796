import { eventStartOf, parseTicketCode, readTk1, tk1Prefix, type UnverifiedTk1 } from '@cottontree/contract';

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
