import type { Input, Operations, PairedScanner } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { dropCodeToLookUp } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { openPairingGuesses } from '../../../kernel/secrets/pairing-guesses.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { PAIRING_PURPOSE } from './scanner-devices.ts';
import { pairDevice } from './devices.queries.ts';
import { presentDevice } from './present-device.ts';
import { hashScannerToken, makeScannerToken } from './scanner-token.ts';

const TOKEN_MS = 18 * 3_600_000;

/** Turns a pairing code into a token. */
export async function pairScanner(
  { body }: Input<Operations['pairScanner']>,
  call: Call,
  module: Events,
): Promise<Reply<PairedScanner>> {
  const { tenant } = call;
  const now = module.world.systemNow();
  const guesses = openPairingGuesses(module, { kind: 'scanner', address: call.address });
  const token = makeScannerToken(module.world.randomBytes);
  const hash = hashScannerToken(token);
  if (hash === null) throw new Error('A token that was just made has not the form of one.');
  const macs = module.vault.fingerprints(PAIRING_PURPOSE, tenant.merchantId, body.pairing_code);
  return effect(module, call, {
    work: async (runner) => {
      await guesses.count(runner, tenant);
      const row = await pairDevice(runner, tenant, {
        pairing_macs: macs,
        now,
        token_hash: hash,
        expires_at: new Date(now.getTime() + TOKEN_MS),
      });
      if (!row) throw wrongPairingCode();
      await guesses.giveBack(runner, tenant);
      await dropCodeToLookUp(runner, tenant, { kind: 'scanner', device_id: row.id });
      return reply({
        scanner_token: token,
        device: presentDevice(row, now),
        event: { id: row.event_id, name: row.event_name },
      });
    },
  }).catch((error: unknown) => {
    throw guesses.explain(error);
  });
}

/** The same refusal for wrong, used, revoked and expired. */
function wrongPairingCode(): Failure {
  return new Failure(
    'SCANNER_NOT_PAIRED',
    'This pairing code does not work: it is wrong, was used, or is older than ten minutes. Ask for a new one.',
    { kept: true },
  );
}
