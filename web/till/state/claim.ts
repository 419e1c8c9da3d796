import { toolClient } from '../../tools/api.ts';
import { lookUpPairing } from '../../tools/pair.ts';
import { device, type Pairing } from '../data/api.ts';

/** The code is for a door, and this is a till. */
export class OtherToolError extends Error {
  override readonly name = 'OtherToolError';
}

/** Takes up a pairing code: the server says whose it is and with which key. */
export async function claim(code: string): Promise<Pairing> {
  const meant = await lookUpPairing(code, device.clock);
  if (meant.kind !== 'terminal') throw new OtherToolError('This code is for a scanner at a door.');
  const client = toolClient({ clock: device.clock, token: () => meant.public_key });
  const { data } = await client.claimTerminal({ body: { pairing_code: code } });
  const { id, name, code: till, location_id, livemode } = data.terminal;
  return {
    publicKey: meant.public_key,
    terminalToken: data.terminal_token,
    storeName: meant.store_name,
    currency: meant.currency,
    terminal: { id, name, code: till, locationId: location_id, livemode },
  };
}
