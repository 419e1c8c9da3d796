import type { Data, Operations } from '@cottontree/contract';
import { toolClient } from './api.ts';
import type { Clock } from './clock.ts';

/** What a pairing code is for, and the key to take it up with. */
export type PairingOffer = Data<Operations['lookUpPairingCode']>;

/** The code in what was typed or scanned: eight digits, or the address behind a QR code, `…/pos#pair=48210937`. Null: it has none. */
export function pairingCodeIn(text: string): string | null {
  const digits = (/[#&?]pair=(\d{8})\b/.exec(text)?.[1] ?? text).replaceAll(/[\s-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** Asks whose a code is. Throws what the client throws: PAIRING_CODE_NOT_FOUND, RATE_LIMITED. */
export async function lookUpPairing(code: string, clock: Clock): Promise<PairingOffer> {
  const { data } = await toolClient({ clock, token: () => null }).lookUpPairingCode({
    body: { pairing_code: code },
  });
  return data;
}
