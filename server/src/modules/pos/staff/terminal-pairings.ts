import {
  formatTime,
  type ClaimedTerminal,
  type Input,
  type NewTerminalPairing,
  type Operations,
  type TerminalPairing,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { findLocation } from '../settings/locations.queries.ts';
import { CodeTaken, drawPairingCode } from '../../../kernel/secrets/draw-pairing-code.ts';
import { dropCodeToLookUp, putCodeToLookUp } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { openPairingGuesses } from '../../../kernel/secrets/pairing-guesses.ts';
import type { Runner } from '../../../store/index.ts';
import { presentPairing, presentTerminal, requireTerminal } from './terminals.ts';
import {
  bindPairing,
  claimPairing,
  endPairing,
  findTerminalIdByToken,
  putPairingCode,
} from './pairings.queries.ts';
import { terminalTokens } from './opaque-token.ts';
import { bindSession, findSession } from './widget-sessions.queries.ts';

/** Whether a device is bound to a till. */
export async function getTerminalPairing(
  { params }: Input<Operations['getTerminalPairing']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<TerminalPairing>> {
  return reply(presentPairing(await requireTerminal(store.of(tenant), tenant, params.id), world.systemNow()));
}

/** Ends a till's pairing: neither its code nor its token opens anything from now on, and its sessions end. */
export async function endTerminalPairing(
  { params }: Input<Operations['endTerminalPairing']>,
  { tenant }: Call,
  module: Pos,
): Promise<Reply<TerminalPairing>> {
  const row = await module.store.transaction(tenant, async (tx) => {
    const { id } = await requireTerminal(tx, tenant, params.id);
    await endPairing(tx, tenant, id);
    await dropCodeToLookUp(tx, tenant, { kind: 'terminal', device_id: id });
    return requireTerminal(tx, tenant, id);
  });
  module.sessions.forget(row.id);
  return reply(presentPairing(row, module.world.systemNow()));
}

/** Under which purpose the vault fingerprints pairing codes. */
const PAIRING_PURPOSE = 'terminal-pairing-code';
const PAIRING_MS = 10 * 60_000;

/** A code of eight digits that binds a device to a till, once, within ten minutes. */
export async function pairTerminal(
  { params }: Input<Operations['pairTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<NewTerminalPairing>> {
  const { tenant } = call;
  const now = module.world.systemNow();
  const expiresAt = new Date(now.getTime() + PAIRING_MS);
  const pairWith = (code: string): Promise<Reply<NewTerminalPairing>> =>
    effect(module, call, {
      work: async (runner) => {
        const { id, name, location_id } = await requireTerminal(runner, tenant, params.id);
        const location = await findLocation(runner, tenant, location_id);
        const put = await putPairingCode(runner, tenant, {
          terminal_id: id,
          pairing_mac: module.vault.fingerprint(PAIRING_PURPOSE, tenant.merchantId, code),
          pairing_expires_at: expiresAt,
        });
        const found =
          put &&
          (await putCodeToLookUp(
            runner,
            { tenant, vault: module.vault, system: module.store.system },
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
        if (!found) throw new CodeTaken();
        return reply({ terminal_id: id, pairing_code: code, code_expires_at: formatTime(expiresAt) });
      },
    });
  return drawPairingCode(module.world, { work: pairWith, oneCode: 'terminal_pairings_code' });
}

/** Binds a device to a till: by a pairing code, or by a session that the merchant's server began for the till. */
export async function claimTerminal(
  { body }: Input<Operations['claimTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<ClaimedTerminal>> {
  const claimed = await (body.pairing_code === undefined
    ? claimBySession(call, module)
    : claimByCode(body.pairing_code, call, module));
  // The device before is bound no longer, and a session knows its till.
  if (!claimed.replayed) module.sessions.forget(claimed.data.terminal.id);
  return claimed;
}

async function claimByCode(code: string, call: Call, module: Pos): Promise<Reply<ClaimedTerminal>> {
  const { tenant } = call;
  const now = module.world.systemNow();
  const guesses = openPairingGuesses(module, { kind: 'terminal', address: call.address });
  const { token, hash } = terminalTokens.make(module.world.randomBytes);
  const macs = module.vault.fingerprints(PAIRING_PURPOSE, tenant.merchantId, code);
  return effect(module, call, {
    work: async (tx) => {
      await guesses.count(tx, tenant);
      const terminalId = await claimPairing(tx, tenant, { pairing_macs: macs, now, token_hash: hash });
      if (terminalId === undefined) throw wrongPairingCode();
      await guesses.giveBack(tx, tenant);
      await dropCodeToLookUp(tx, tenant, { kind: 'terminal', device_id: terminalId });
      return answer(tx, { call, module, token, terminalId });
    },
  }).catch((error: unknown) => {
    throw guesses.explain(error);
  });
}

/** A device that is the till already keeps its token: what it has not sent yet is sent by sessions that stand on it. */
async function claimBySession(call: Call, module: Pos): Promise<Reply<ClaimedTerminal>> {
  const { tenant, caller, credentials } = call;
  if (caller.session === null)
    throw invalid({
      path: 'pairing_code',
      message: "must be sent but by a session that the merchant's server began for a till",
    });
  const { id } = caller.session;
  const held = credentials['X-Terminal-Token'] ?? '';
  const heldHash = terminalTokens.hash(held);
  const made = terminalTokens.make(module.world.randomBytes);
  return effect(module, call, {
    work: async (tx) => {
      const meant = (await findSession(tx, tenant, id))?.terminal_id ?? null;
      const isHeld =
        meant !== null && heldHash !== null && (await findTerminalIdByToken(tx, tenant, heldHash)) === meant;
      const { token, hash } = isHeld ? { token: held, hash: heldHash } : made;
      const terminalId = await bindSession(tx, tenant, { id, token_hash: hash });
      if (terminalId === undefined) throw forNoTill();
      if (!isHeld)
        await bindPairing(tx, tenant, {
          terminal_id: terminalId,
          now: module.world.systemNow(),
          token_hash: hash,
        });
      return answer(tx, { call, module, token, terminalId });
    },
  });
}

type Claimed = {
  readonly call: Call;
  readonly module: Pos;
  readonly token: string;
  readonly terminalId: string;
};

async function answer(
  tx: Runner,
  { call, module, token, terminalId }: Claimed,
): Promise<Reply<ClaimedTerminal>> {
  const { tenant, caller } = call;
  return reply({
    terminal_token: token,
    terminal: presentTerminal(await requireTerminal(tx, tenant, terminalId), module.world.systemNow()),
    store_name: caller.merchant.storeName,
    currency: caller.merchant.currency,
  });
}

/** The same refusal for wrong, used and expired. */
function wrongPairingCode(): Failure {
  return new Failure(
    'TERMINAL_NOT_PAIRED',
    'This pairing code does not work: it is wrong, was used, or is older than ten minutes. Ask for a new one.',
    { kept: true },
  );
}

function forNoTill(): Failure {
  return new Failure(
    'TERMINAL_NOT_PAIRED',
    'This session was begun for no till, or that is switched off. Begin one with a secret key that names terminal_id (POST /v1/widget-sessions), or bind the device with a pairing code.',
  );
}
