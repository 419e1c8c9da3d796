import type { CurrentTerminal, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTerminal } from './get-terminal.ts';
import { terminalTokens } from './opaque-token.ts';
import { findTerminalIdByToken } from './pairings.queries.ts';
import { presentTerminal } from './present-terminal.ts';
import { findSignersAt } from './staff.queries.ts';
import type { TerminalRow } from './terminals.queries.ts';

/** More names than a screen to choose from can show. */
const NAMES_MAX = 200;

/** The till that the device which calls is bound to, and who can sign in there: who has a PIN and works there. */
export async function getCurrentTerminal(
  _input: Input<Operations['getCurrentTerminal']>,
  call: Call,
  room: Pos,
): Promise<Reply<CurrentTerminal>> {
  const { tenant } = call;
  const { terminal } = await requirePaired(call, room);
  const signers = await findSignersAt(room.store.slow(tenant), tenant, {
    locationId: terminal.location_id,
    rowsMax: NAMES_MAX,
  });
  const staff = signers.map(({ id, name }) => ({ id, name }));
  return reply({
    terminal: presentTerminal(terminal, room.world.systemNow()),
    staff: staff.toSorted((left, right) => left.name.localeCompare(right.name)),
  });
}

/** The till whose X-Terminal-Token came. TERMINAL_NOT_PAIRED: the same for no token, an unknown one and one that has ended. */
export async function requirePaired(
  { tenant, terminalToken }: Call,
  { store }: Pick<Pos, 'store'>,
): Promise<{ readonly terminal: TerminalRow; readonly tokenHash: Buffer }> {
  const tokenHash = terminalTokens.hash(terminalToken ?? '');
  const runner = store.of(tenant);
  const terminalId = tokenHash === null ? undefined : await findTerminalIdByToken(runner, tenant, tokenHash);
  if (tokenHash === null || terminalId === undefined)
    throw new Failure(
      'TERMINAL_NOT_PAIRED',
      'This device is not bound to a till, or the pairing has ended. Bind it with a new pairing code (POST /v1/pos/terminals/claim) and send the token as X-Terminal-Token.',
    );
  return { terminal: await requireTerminal(runner, tenant, terminalId), tokenHash };
}
