import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  type Input,
  type NewScannerDevice,
  type Operations,
  type PairedScanner,
  type ScannerDevice,
  type ScannerDeviceStatus,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { CodeTaken, drawPairingCode } from '../../../kernel/secrets/draw-pairing-code.ts';
import { dropCodeToLookUp, putCodeToLookUp } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { openPairingGuesses } from '../../../kernel/secrets/pairing-guesses.ts';
import type { Events } from '../module.ts';
import {
  deviceList,
  findDevice,
  insertDevice,
  pairDevice,
  revokeDevice,
  type DeviceRow,
} from './devices.queries.ts';
import { requireEvent } from './find-scanner.ts';
import { hashScannerToken, makeScannerToken } from './device-cache.ts';

/** Under which purpose the vault fingerprints pairing codes. */
const PAIRING_PURPOSE = 'scanner-pairing';
const PAIRING_MS = 10 * 60_000;

/** Prepares a device for pairing: a code of eight digits that works once, within ten minutes. */
export async function createScannerDevice(
  { params, body }: Input<Operations['createScannerDevice']>,
  call: Call,
  module: Events,
): Promise<Reply<NewScannerDevice>> {
  const { tenant } = call;
  const event = { tenant, eventId: params.id };
  const { name: eventName, policy } = await requireEvent(module, event);
  if (body.gate !== undefined && policy.gates.length > 0 && !policy.gates.includes(body.gate)) {
    throw new Failure(
      'GATE_NOT_ALLOWED',
      `The event has no gate ${body.gate}. It has ${policy.gates.join(', ')}.`,
    );
  }
  const now = module.world.systemNow();
  const expiresAt = new Date(now.getTime() + PAIRING_MS);
  const id = makeId('dev_', now.getTime(), module.world.randomBytes(idRandomBytes));
  const prepareWith = (code: string): Promise<Reply<NewScannerDevice>> =>
    effect(module, call, {
      work: async (runner) => {
        const free = await putCodeToLookUp(
          runner,
          { tenant, vault: module.vault, system: module.store.system },
          {
            kind: 'scanner',
            device_id: id,
            device_name: body.name,
            place_id: params.id,
            place_name: eventName,
            code,
            now,
            expires_at: expiresAt,
          },
        );
        const row =
          free &&
          (await insertDevice(runner, event, {
            id,
            name: body.name,
            gate: body.gate ?? null,
            role: body.role ?? 'steward',
            pairing_mac: module.vault.fingerprint(PAIRING_PURPOSE, tenant.merchantId, code),
            pairing_expires_at: expiresAt,
            created_at: now,
          }));
        if (!row) throw new CodeTaken();
        return reply({ ...presentDevice(row, now), pairing_code: code });
      },
    });
  return drawPairingCode(module.world, { work: prepareWith, oneCode: 'pairing_codes_mac' });
}

/** Lists the devices of an event, newest first unless sorted otherwise. */
export async function listScannerDevices(
  { params: { id }, query }: Input<Operations['listScannerDevices']>,
  call: Call,
  module: Events,
): Promise<Reply<readonly ScannerDevice[]>> {
  const { tenant } = call;
  await requireEvent(module, { tenant, eventId: id });
  const { rows, meta } = await deviceList.find(module.store.reads(tenant), {
    call,
    query,
    given: { event_id: id },
  });
  const now = module.world.systemNow();
  return reply(
    rows.map((row) => presentDevice(row, now)),
    { meta },
  );
}

/** One device: whether it is paired, and until when. */
export async function getScannerDevice(
  { params }: Input<Operations['getScannerDevice']>,
  { tenant }: Call,
  module: Events,
): Promise<Reply<ScannerDevice>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(module, event);
  const row = await findDevice(module.store.of(tenant), event, params.deviceId);
  if (!row) throw deviceNotFound(params.deviceId);
  return reply(presentDevice(row, module.world.systemNow()));
}

function deviceNotFound(id: string): Failure {
  return new Failure('DEVICE_NOT_FOUND', `The event has no device ${id.slice(0, 64)}.`);
}

/** Ends a device: neither its code nor its token opens anything from now on. */
export async function revokeScannerDevice(
  { params }: Input<Operations['revokeScannerDevice']>,
  { tenant }: Call,
  module: Events,
): Promise<Reply<ScannerDevice>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(module, event);
  const now = module.world.systemNow();
  const row = await revokeDevice(module.store.of(tenant), event, { id: params.deviceId, now });
  if (!row) throw deviceNotFound(params.deviceId);
  await dropCodeToLookUp(module.store.of(tenant), tenant, { kind: 'scanner', device_id: row.id });
  module.devices.forget(row.id);
  return reply(presentDevice(row, now));
}

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

/** A device as the API shows it at a moment. */
function presentDevice(row: DeviceRow, now: Date): ScannerDevice {
  return {
    id: row.id,
    event_id: row.event_id,
    name: row.name,
    gate: row.gate,
    role: row.role,
    status: statusOf(row, now),
    paired_at: formatOptionalTime(row.paired_at),
    expires_at: formatTime(row.expires_at ?? row.pairing_expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    created_at: formatTime(row.created_at),
    livemode: row.livemode,
  };
}

function statusOf(
  { revoked_at, paired_at, expires_at, pairing_expires_at }: DeviceRow,
  now: Date,
): ScannerDeviceStatus {
  if (revoked_at !== null) return 'revoked';
  if ((expires_at ?? pairing_expires_at) <= now) return 'expired';
  return paired_at === null ? 'waiting' : 'paired';
}
