import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature with its moment, as many send it: `t=1700000000,v1=…`, the last part once or more. */
export type TimedSignature = { readonly timestamp: string; readonly signatures: readonly string[] };

/** How far a callback's time may be from ours, either way. */
export const SIGNATURE_AGE_MAX_SECONDS = 300;

/** Null where the header has not this form, or its moment is too far from now. */
export function readTimedSignature(header: string | undefined, now: Date): TimedSignature | null {
  if (header === undefined || header.length > HEADER_LENGTH_MAX) return null;
  const parts = header.split(',').map((part) => splitOnce(part.trim()));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value);
  if (signatures.length === 0 || !/^\d{10}$/.test(timestamp)) return null;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= SIGNATURE_AGE_MAX_SECONDS
    ? { timestamp, signatures }
    : null;
}

const HEADER_LENGTH_MAX = 2_048;

/** HMAC-SHA256. */
export function hmac(secret: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Whether one of the given texts spells the bytes; the time it takes tells nothing of where they differ. */
export function spells(given: readonly string[], wanted: Buffer, encoding: 'hex' | 'base64'): boolean {
  return given.some((text) => {
    const bytes = Buffer.from(text, encoding);
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
}

/** Base64 itself ends in `=`. */
function splitOnce(part: string): readonly [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
