import {
  formatTime,
  guardedPermissions,
  guardedPinDigitsMin,
  type Input,
  type Operations,
  type PinWithheld,
  type StaffPermission,
  type TillStaff,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { requireTerminal } from '../staff/terminals.ts';
import { openPinVerifier } from '../staff/pin-verifier.ts';
import { findSignersAt, type SignerRow } from '../staff/staff.queries.ts';

/** As many as a till offers to sign in. */
const SIGNERS_MAX = 200;

/** Who signs in at the till of the session without network, and what it knows the PINs by of those whom it may let in. */
export async function getTillStaff(
  _input: Input<Operations['getTillStaff']>,
  { tenant, caller, now }: Call,
  module: Pos,
): Promise<Reply<TillStaff>> {
  const { terminalId = null, staff = null } = caller.session ?? {};
  if (terminalId === null)
    throw new Failure(
      'TERMINAL_NOT_PAIRED',
      'Only a session that was begun with a PIN at a paired till reads who signs in there.',
    );
  const runner = module.store.of(tenant);
  const { location_id: locationId } = await requireTerminal(runner, tenant, terminalId);
  const [signers, settings] = await Promise.all([
    findSignersAt(runner, tenant, { locationId, rowsMax: SIGNERS_MAX }),
    readPosSettings(runner, tenant),
  ]);
  const till = { signedIn: staff?.permissions ?? [], offlineManagers: settings.offline_managers };
  return reply({
    terminal_id: terminalId,
    staff: signers.map((row) => presentSigner(row, { till, module })),
    read_at: formatTime(now),
  });
}

type Presenting = { readonly till: Parameters<typeof withholdVerifier>[1]; readonly module: Pos };

function presentSigner(
  { id, name, permissions: kept, pin_set_at, pin_verifier }: SignerRow,
  { till, module }: Presenting,
): TillStaff['staff'][number] {
  const permissions = kept as StaffPermission[];
  const opened = pin_verifier === null ? null : openPinVerifier(module, pin_verifier);
  const withheld = withholdVerifier(
    { permissions, pinDigits: opened?.digits ?? null, hasVerifier: opened !== null },
    till,
  );
  return {
    id,
    name,
    permissions,
    pin_set_at: formatTime(pin_set_at),
    pin: withheld === null ? (opened?.verifier ?? null) : null,
    pin_withheld: withheld,
  };
}

type SignerJudged = {
  readonly permissions: readonly StaffPermission[];
  /** How many the PIN has; null: there is no verifier yet, or it is from before they were counted. */
  readonly pinDigits: number | null;
  readonly hasVerifier: boolean;
};

/** Why a till does not get what it needs to check somebody's PIN without network; null where it does. */
function withholdVerifier(
  { permissions, pinDigits, hasVerifier }: SignerJudged,
  till: { readonly signedIn: readonly StaffPermission[]; readonly offlineManagers: boolean },
): PinWithheld | null {
  if (!till.offlineManagers && permissions.some((permission) => !till.signedIn.includes(permission)))
    return 'more_rights';
  if (!hasVerifier) return 'not_known_yet';
  if (!permissions.some((permission) => guardedPermissions.includes(permission))) return null;
  if (pinDigits === null) return 'not_known_yet';
  return pinDigits < guardedPinDigitsMin ? 'short_pin' : null;
}
