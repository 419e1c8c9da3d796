import { formatTime, type Input, type Operations, type PairingCode } from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import { findPairingCode } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { openPairingGuesses } from '../../../kernel/secrets/pairing-guesses.ts';
import type { Merchants } from '../module.ts';
import { deviceKey } from './device-key.ts';

/** Guesses at the codes of all merchants belong to none of them. */
const NOBODY = { merchantId: '', livemode: false };

/** Whose a pairing code is, and with which key to take it up. */
export async function lookUpPairingCode(
  { body }: Input<Operations['lookUpPairingCode']>,
  { address }: OpenCall,
  module: Merchants,
): Promise<Reply<PairingCode>> {
  const { store, vault, world } = module;
  const guesses = openPairingGuesses(module, { kind: 'any', address });
  // Counted and committed before it is judged: of many sent at once no more are judged than may be wrong.
  await store.system
    .transaction((tx) => guesses.count(tx, NOBODY))
    .catch((error: unknown) => {
      throw guesses.explain(error);
    });
  const found = await findPairingCode(store.system, vault, {
    code: body.pairing_code,
    now: world.systemNow(),
  });
  if (!found)
    throw new Failure(
      'PAIRING_CODE_NOT_FOUND',
      'This pairing code does not work: it is wrong, was used, or is older than ten minutes. Ask for a new one.',
    );
  await store.system.transaction((tx) => guesses.giveBack(tx, NOBODY));
  return reply({
    kind: found.kind,
    store_name: found.store_name,
    currency: found.currency,
    device: { id: found.device_id, name: found.device_name },
    place: { id: found.place_id, name: found.place_name },
    public_key: await deviceKey(module, { merchantId: found.merchant_id, livemode: found.livemode }),
    expires_at: formatTime(found.expires_at),
    ...showMode(found.livemode),
  });
}
