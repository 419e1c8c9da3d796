import type { ClaimedTerminal, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { openPairingGuesses } from '../../core/pairing-guesses.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTerminal } from './get-terminal.ts';
import { terminalTokens } from './opaque-token.ts';
import { PAIRING_PURPOSE } from './pair-terminal.ts';
import { claimPairing } from './pairings.queries.ts';
import { presentTerminal } from './present-terminal.ts';

/** Binds a device to a till: turns a pairing code into the till's token. */
export async function claimTerminal(
  { body }: Input<Operations['claimTerminal']>,
  call: Call,
  room: Pos,
): Promise<Reply<ClaimedTerminal>> {
  const { tenant } = call;
  const now = room.world.systemNow();
  const guesses = openPairingGuesses(room, { kind: 'terminal', address: call.address });
  const { token, hash } = terminalTokens.make(room.world.randomBytes);
  const macs = room.vault.fingerprints(PAIRING_PURPOSE, tenant.merchantId, body.pairing_code);
  const claimed = await effect(room, call, {
    work: async (tx) => {
      await guesses.count(tx, tenant);
      const terminalId = await claimPairing(tx, tenant, { pairing_macs: macs, now, token_hash: hash });
      if (terminalId === undefined) throw wrongPairingCode();
      await guesses.giveBack(tx, tenant);
      return reply({
        terminal_token: token,
        terminal: presentTerminal(await requireTerminal(tx, tenant, terminalId), now),
      });
    },
  }).catch((error: unknown) => {
    throw guesses.explain(error);
  });
  // The device before is bound no longer.
  if (!claimed.replayed) room.sessions.forget(claimed.data.terminal.id);
  return claimed;
}

/** The same refusal for wrong, used and expired. */
function wrongPairingCode(): Failure {
  return new Failure(
    'TERMINAL_NOT_PAIRED',
    'This pairing code does not work: it is wrong, was used, or is older than ten minutes. Ask for a new one.',
    { kept: true },
  );
}
