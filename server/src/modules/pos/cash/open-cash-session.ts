import {
  idRandomBytes,
  makeId,
  operations,
  type CashSession,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { requireTerminal } from '../staff/get-terminal.ts';
import { holdTerminal } from '../staff/terminals.queries.ts';
import { findOpenSession, type CashSessionRow } from './cash-sessions.queries.ts';
import { presentCashSession } from './present-cash-session.ts';
import { readMinor } from './read-counted.ts';
import { writeOpening } from './write-opening.ts';

type Body = Input<Operations['openCashSession']>['body'];

/** Opens the drawer of a till or a location, with its float as the first entry. */
export async function openCashSession(
  { body }: Input<Operations['openCashSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<CashSession>> {
  const { tenant, now, caller } = call;
  refuseReadOnly(operations.openCashSession.readOnly, body, {
    currency: caller.merchant.currency,
    ...showMode(tenant.livemode),
  });
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'cash');
  const currency = caller.merchant.currency;
  const float =
    body.opening_float === undefined
      ? 0n
      : readMinor(body.opening_float, { path: 'opening_float', currency });
  const newId = (prefix: 'csh_' | 'cmv_'): string =>
    makeId(prefix, now.getTime(), module.world.randomBytes(idRandomBytes));
  return effect(module, call, {
    work: async (runner) => {
      const place = await placeOf(runner, call, body);
      const draft: CashSessionRow = {
        merchant_id: tenant.merchantId,
        livemode: tenant.livemode,
        id: newId('csh_'),
        location_id: place.locationId,
        terminal_id: place.terminalId,
        series: place.terminalId ?? place.locationId,
        currency,
        status: 'open',
        opening_float_minor: float,
        opened_by: staff?.id ?? null,
        opened_at: now,
        closed_by: null,
        closed_at: null,
        z_report_id: null,
        z_number: null,
      };
      const row = await writeOpening(runner, tenant, {
        draft,
        entryId: newId('cmv_'),
        now,
      });
      if (!row) throw await alreadyOpen(runner, call, draft.series);
      return reply(presentCashSession(row));
    },
  });
}

/** At which till, and where. */
async function placeOf(
  runner: Runner,
  { tenant, now, caller }: Call,
  body: Body,
): Promise<{ readonly terminalId: string | null; readonly locationId: string }> {
  const terminalId =
    body.terminal_id ?? (body.location_id === undefined ? (caller.session?.terminalId ?? null) : null);
  if (terminalId === null)
    return {
      terminalId,
      locationId: (await requireActiveLocation(runner, tenant, { id: body.location_id ?? null, now })).id,
    };
  await holdTerminal(runner, tenant, terminalId);
  const terminal = await requireTerminal(runner, tenant, terminalId);
  if (!terminal.is_active)
    throw new Failure(
      'STATE_CONFLICT',
      `The till ${terminal.name} is not active. Activate it, or open the drawer of another.`,
      { details: { from: 'inactive', to: 'used', allowed: ['active'], terminal_id: terminal.id } },
    );
  if (body.location_id !== undefined && body.location_id !== terminal.location_id)
    throw invalid({
      path: 'location_id',
      message: `must be left out, or be ${terminal.location_id}, where the till stands`,
    });
  return { terminalId, locationId: terminal.location_id };
}

async function alreadyOpen(runner: Runner, { tenant }: Call, series: string): Promise<Failure> {
  const id = await findOpenSession(runner, tenant, series);
  return new Failure(
    'CASH_SESSION_ALREADY_OPEN',
    'This drawer has an open cash session. Go on with that, or close it first.',
    { details: { cash_session_id: id ?? null } },
  );
}
