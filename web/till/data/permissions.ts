import type { PinVerifier, StaffPermission, TillStaff } from '@cottontree/contract';

export type Worker = TillStaff['staff'][number];

/** Whether a PIN is right, by the verifier that the server gave this till; takes a second or two, and is meant to. */
export async function isPin(pin: string, { salt, iterations, hash }: PinVerifier): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations },
    key,
    256,
  );
  const [made, right] = [new Uint8Array(bits), bytesOf(hash)];
  // Every byte is looked at, however soon they differ.
  return (
    made.length === right.length && made.reduce((off, byte, at) => off | (byte ^ (right[at] ?? 0)), 0) === 0
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** What somebody may do here; nobody whom the till does not know may do anything but sell. */
export function permissionsOf(staff: TillStaff | null, staffId: string): ReadonlySet<StaffPermission> {
  return new Set(staff?.staff.find(({ id }) => id === staffId)?.permissions ?? ['sell']);
}
