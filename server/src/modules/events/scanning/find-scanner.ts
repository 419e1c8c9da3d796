import type { ScanPolicy } from '@cottontree/contract';
import type { Call, CallerSession } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { DeviceCache } from './device-cache.ts';
import type { Scanner } from './scanner.ts';
import { findScanPolicy, type ScannedEventKey } from './devices.queries.ts';

type Arriving = { readonly eventId: string; readonly deviceId: string | undefined };

/**
 * Who stands at the door: the paired device whose token came, else a signed-in session, else a secret key under the
 * name its request gives, else a page with nothing but a public key. A token that does not open for the event is refused whatever came with it.
 */
export async function findScanner(
  call: Call,
  { devices }: { readonly devices: DeviceCache },
  { eventId, deviceId }: Arriving,
): Promise<Scanner> {
  const { caller, tenant, credentials } = call;
  const scannerToken = credentials['X-Scanner-Token'];
  if (scannerToken !== undefined) {
    const device = await devices.find(scannerToken);
    const fits =
      device !== null &&
      device.event_id === eventId &&
      device.merchant_id === tenant.merchantId &&
      device.livemode === tenant.livemode;
    if (!fits) throw notPaired();
    return {
      actor: device.id,
      deviceId: device.id,
      deviceName: device.name,
      gate: device.gate,
      role: device.role,
      unpaired: false,
    };
  }
  if (caller.session !== null) return signedIn(caller.session, deviceId);
  const unpaired = caller.kind === 'public';
  return {
    actor: caller.keyId,
    deviceId: deviceId ?? caller.keyId,
    deviceName: null,
    gate: null,
    role: caller.kind === 'secret' ? 'supervisor' : 'steward',
    unpaired,
  };
}

/** A session is the till it was begun at, else its person, else itself; what its request calls the device is only a name for the log. */
function signedIn({ id, staff, terminalId }: CallerSession, name: string | undefined): Scanner {
  const own = terminalId ?? staff?.id ?? id;
  return {
    actor: own,
    deviceId: own,
    deviceName: name ?? staff?.name ?? null,
    gate: null,
    role: 'steward',
    unpaired: false,
  };
}

/** As `findScanner`, where a public key alone may do nothing. */
export async function requireScanner(
  call: Call,
  module: { readonly devices: DeviceCache },
  arriving: Arriving,
): Promise<Scanner> {
  const scanner = await findScanner(call, module, arriving);
  if (scanner.unpaired) throw notPaired();
  return scanner;
}

/** Refuses what only supervisors may. */
export function requireSupervisor({ role }: Scanner, what: string): void {
  if (role !== 'supervisor')
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      `Only a supervisor's device may ${what}. Pair this device as supervisor, or ask one.`,
      { details: { role: 'supervisor' } },
    );
}

/** The same refusal for no token, an unknown one, one that has ended and one of another event. */
export function notPaired(): Failure {
  return new Failure(
    'SCANNER_NOT_PAIRED',
    'This device is not paired with the event, or its pairing has ended. Pair it with a new code and send its token as X-Scanner-Token.',
  );
}

/** An event's name and how its doors work; refuses where there is no such event. */
export async function requireEvent(
  { store }: Pick<Context, 'store'>,
  event: ScannedEventKey,
): Promise<{ readonly name: string; readonly policy: ScanPolicy }> {
  const found = await findScanPolicy(store.of(event.tenant), event);
  if (!found) throw eventNotFound(event.eventId);
  return { name: found.name, policy: found.scan_policy };
}
