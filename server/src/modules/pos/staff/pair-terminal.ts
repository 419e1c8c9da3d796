import { formatTime, type Input, type NewTerminalPairing, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { putCodeToLookUp } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { findLocation } from '../settings/locations.queries.ts';
import { requireTerminal } from './get-terminal.ts';
import { putPairingCode } from './pairings.queries.ts';

/** Under which purpose the vault fingerprints pairing codes. */
export const PAIRING_PURPOSE = 'terminal-pairing-code';
/** Eight digits. */
const CODES = 100_000_000;
const PAIRING_MS = 10 * 60_000;
const DRAWS_MAX = 8;

/** A code of eight digits that binds a device to a till, once, within ten minutes. */
export async function pairTerminal(
  { params }: Input<Operations['pairTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<NewTerminalPairing>> {
  const { tenant } = call;
  const now = module.world.systemNow();
  const expiresAt = new Date(now.getTime() + PAIRING_MS);
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const { id, name, location_id } = await requireTerminal(runner, tenant, params.id);
      const location = await findLocation(runner, tenant, location_id);
      for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
        const code = String(module.world.randomInt(CODES)).padStart(8, '0');
        const put = await putPairingCode(runner, tenant, {
          terminal_id: id,
          pairing_mac: module.vault.fingerprint(PAIRING_PURPOSE, tenant.merchantId, code),
          pairing_expires_at: expiresAt,
        });
        const found =
          put &&
          (await putCodeToLookUp(
            runner,
            { tenant, vault: module.vault },
            {
              kind: 'terminal',
              device_id: id,
              device_name: name,
              place_id: location_id,
              place_name: location?.name ?? name,
              code,
              now,
              expires_at: expiresAt,
            },
          ));
        if (found)
          return reply({ terminal_id: id, pairing_code: code, code_expires_at: formatTime(expiresAt) });
      }
      throw new Failure('SERVICE_UNAVAILABLE', 'No free pairing code was found. Try again.', {
        retryAfterSeconds: 1,
      });
    },
  });
}
