import type { ScannerRole } from '@cottontree/contract';

/** Who stands at the door: a paired device, a session, a secret key, or a page with nothing but a public key. */
export type Scanner = {
  /** The key, the paired device, or the till, person or session behind it: whose scans they are. */
  readonly actor: string;
  readonly deviceId: string;
  readonly deviceName: string | null;
  /** The only gate of a paired device; null: whichever the request names. */
  readonly gate: string | null;
  readonly role: ScannerRole;
  /** Nothing but a public key: it may redeem a whole signed code, and no more. */
  readonly unpaired: boolean;
};
