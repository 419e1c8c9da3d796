import { toolClient } from '../../tools/api.ts';
import { lookUpPairing } from '../../tools/pair.ts';
import { device, type DoorPairing } from '../data/api.ts';

/** The code is for a till, and this is a door. */
export class OtherToolError extends Error {
  override readonly name = 'OtherToolError';
}

/** Takes up a pairing code: the server says whose it is and with which key. */
export async function claim(code: string): Promise<DoorPairing> {
  const meant = await lookUpPairing(code, device.clock);
  if (meant.kind !== 'scanner') throw new OtherToolError('This code is for a till.');
  const client = toolClient({ clock: device.clock, token: () => meant.public_key });
  const { data } = await client.pairScanner({ body: { pairing_code: code } });
  const { id, name, gate, role, expires_at, livemode } = data.device;
  return {
    publicKey: meant.public_key,
    scannerToken: data.scanner_token,
    livemode,
    device: { id, name, gate, role, expiresAt: expires_at },
    event: data.event,
  };
}
