import type { ScannerRole } from '@cottontree/contract';
import type { Client } from '@cottontree/client';
import { signal } from '@preact/signals';
import { openDevice, type Device } from '../../tools/device.ts';
import { toolClient } from '../../tools/api.ts';

/** One event that this phone was paired for. */
export type DoorPairing = {
  /** What its requests bear: a public key, or the session that the shop's own server began. */ readonly publicKey: string;
  /** Null in a session, which needs none. */ readonly scannerToken: string | null;
  readonly livemode: boolean;
  readonly device: {
    readonly id: string;
    readonly name: string;
    /** The only gate it scans for; null: any. */ readonly gate: string | null;
    readonly role: ScannerRole;
    readonly expiresAt: string;
  };
  readonly event: { readonly id: string; readonly name: string };
};

/** All events that this phone stands at, and at which it stands now. */
export type Pairing = { readonly doors: readonly DoorPairing[]; readonly at: string };

/** What this phone knows of itself. */
export const device: Device<Pairing> = await openDevice<Pairing>('door');

/** The event at which this phone stands; null: none. */
export function doorOf(pairing: Pairing | null): DoorPairing | null {
  return pairing?.doors.find(({ event }) => event.id === pairing.at) ?? null;
}

/** The organiser ended the pairing, or its 18 hours are over: it scans no more, and keeps what is unsent. */
export const isEnded = signal(false);

/** The API as this door may call it. */
export const client: Client = toolClient({
  clock: device.clock,
  token: () => doorOf(device.pairing.value)?.publicKey ?? null,
  headers: () => {
    const scannerToken = doorOf(device.pairing.value)?.scannerToken ?? null;
    return scannerToken === null ? {} : { 'x-scanner-token': scannerToken };
  },
});
