import {
  formatTime,
  type Input,
  type Operations,
  type StaffPermission,
  type TillStaff,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTerminal } from '../staff/get-terminal.ts';
import { openPinVerifier } from '../staff/pin-verifier.ts';
import { findSignersAt, type SignerRow } from '../staff/staff.queries.ts';

/** As many as a till offers to sign in. */
const SIGNERS_MAX = 200;

/** Who signs in at the till of the session without network, and what it knows their PINs by. */
export async function getTillStaff(
  _input: Input<Operations['getTillStaff']>,
  { tenant, caller, now }: Call,
  room: Pos,
): Promise<Reply<TillStaff>> {
  const terminalId = caller.session?.terminalId ?? null;
  if (terminalId === null)
    throw new Failure(
      'TERMINAL_NOT_PAIRED',
      'Only a session that was begun with a PIN at a paired till reads who signs in there.',
    );
  const runner = room.store.of(tenant);
  const { location_id: locationId } = await requireTerminal(runner, tenant, terminalId);
  const signers = await findSignersAt(runner, tenant, { locationId, rowsMax: SIGNERS_MAX });
  return reply({
    terminal_id: terminalId,
    staff: signers.map((row) => presentSigner(row, room)),
    read_at: formatTime(now),
  });
}

function presentSigner(
  { id, name, permissions, pin_set_at, pin_verifier }: SignerRow,
  room: Pos,
): TillStaff['staff'][number] {
  return {
    id,
    name,
    permissions: permissions as StaffPermission[],
    pin_set_at: formatTime(pin_set_at),
    pin: pin_verifier === null ? null : openPinVerifier(room, pin_verifier),
  };
}
