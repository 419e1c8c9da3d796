import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  type CurrentTerminal,
  type Deleted,
  type Input,
  type Operations,
  type PairingStatus,
  type Terminal,
  type TerminalPairing,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { changesNothing } from '../../../kernel/change/change.ts';
import { requireMatch, versionsOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { lockLocations } from '../settings/locations.queries.ts';
import { terminalTokens } from './opaque-token.ts';
import { findTerminalIdByToken } from './pairings.queries.ts';
import { findSignersAt } from './staff.queries.ts';
import {
  changeTerminal,
  findTerminal,
  holdTerminal,
  insertTerminal,
  removeTerminal,
  terminalList,
  type TerminalRow,
} from './terminals.queries.ts';
import { isDemoKey } from './widget-sessions.queries.ts';

/** How often the next code is taken by another till that is set up at the same moment. */
const DRAWS_MAX = 20;

/** Sets up a till, without a device. */
export async function createTerminal(
  { body }: Input<Operations['createTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<Terminal>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createTerminal.readOnly, body, showMode(tenant.livemode));
  return effect(module, call, {
    work: async (tx) => {
      // So that no location is closed under a till that is being set up there.
      await lockLocations(tx, tenant);
      const location = await requireActiveLocation(tx, tenant, { id: body.location_id ?? null, now });
      const id = makeId('trm_', now.getTime(), module.world.randomBytes(idRandomBytes));
      const wanted = {
        id,
        name: body.name,
        code: body.code ?? null,
        location_id: location.id,
        is_active: body.is_active ?? true,
        now,
      };
      for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
        if (await insertTerminal(tx, tenant, wanted))
          return replyTerminal(await requireTerminal(tx, tenant, id), module.world.systemNow());
        if (wanted.code !== null)
          throw new Failure(
            'DUPLICATE_CODE',
            `Another till has the code ${wanted.code}, or had it: its receipts bear it. Choose another.`,
            { details: { code: wanted.code } },
          );
      }
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'No free code was found for the till. Try again, or choose one.',
        { retryAfterSeconds: 1 },
      );
    },
  });
}

/** Lists the tills, newest first unless sorted otherwise. */
export async function listTerminals(
  { query }: Input<Operations['listTerminals']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Terminal[]>> {
  const now = world.systemNow();
  const { rows, meta } = await terminalList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentTerminal(row, now)),
    { meta },
  );
}

/** More names than a screen to choose from can show. */
const NAMES_MAX = 200;

/** The till that the device which calls is bound to, and who can sign in there: who has a PIN and works there. */
export async function getCurrentTerminal(
  _input: Input<Operations['getCurrentTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<CurrentTerminal>> {
  const { tenant } = call;
  const { terminal } = await requirePaired(call, module);
  const signers = await findSignersAt(module.store.slow(tenant), tenant, {
    locationId: terminal.location_id,
    rowsMax: NAMES_MAX,
  });
  const staff = signers.map(({ id, name }) => ({ id, name }));
  return reply({
    terminal: presentTerminal(terminal, module.world.systemNow()),
    staff: staff.toSorted((left, right) => left.name.localeCompare(right.name)),
    pin_required: tenant.livemode || !(await isDemoKey(module.store.of(tenant), tenant, call.caller.keyId)),
    accent: await module.accentOf(tenant),
  });
}

/** The till whose X-Terminal-Token came. TERMINAL_NOT_PAIRED: the same for no token, an unknown one and one that has ended. */
export async function requirePaired(
  { tenant, credentials }: Call,
  { store }: Pick<Pos, 'store'>,
): Promise<{ readonly terminal: TerminalRow; readonly tokenHash: Buffer }> {
  const tokenHash = terminalTokens.hash(credentials['X-Terminal-Token'] ?? '');
  const runner = store.of(tenant);
  const terminalId = tokenHash === null ? undefined : await findTerminalIdByToken(runner, tenant, tokenHash);
  if (tokenHash === null || terminalId === undefined)
    throw new Failure(
      'TERMINAL_NOT_PAIRED',
      'This device is not bound to a till, or the pairing has ended. Bind it with a new pairing code (POST /v1/pos/terminals/claim) and send the token as X-Terminal-Token.',
    );
  return { terminal: await requireTerminal(runner, tenant, terminalId), tokenHash };
}

/** Changes a till; sessions at one that is made inactive end. */
export async function updateTerminal(
  { params, body }: Input<Operations['updateTerminal']>,
  call: Call,
  module: Pos,
): Promise<Reply<Terminal>> {
  const { tenant, now } = call;
  const at = module.world.systemNow();
  const row = await module.store.transaction(tenant, async (tx) => {
    await holdTerminal(tx, tenant, params.id);
    const before = await requireTerminal(tx, tenant, params.id);
    requireMatch(versionsOf(call.ifMatch), { version: before.version, what: `The till ${before.id}` });
    refuseReadOnly(operations.updateTerminal.readOnly, body, presentTerminal(before, at));
    if (body.location_id !== undefined && body.location_id !== before.location_id) {
      refuseOpenDrawer(before, 'moves');
      await lockLocations(tx, tenant);
      await requireActiveLocation(tx, tenant, { id: body.location_id, now });
    }
    const fields = {
      name: body.name ?? before.name,
      location_id: body.location_id ?? before.location_id,
      is_active: body.is_active ?? before.is_active,
    };
    if (changesNothing(fields, before)) return before;
    await changeTerminal(tx, tenant, { id: before.id, ...fields, now });
    return requireTerminal(tx, tenant, before.id);
  });
  module.sessions.forget(row.id);
  return replyTerminal(row, at);
}

/** STATE_CONFLICT while its drawer is in use. */
function refuseOpenDrawer({ name, cash_session_id }: TerminalRow, verb: 'moves' | 'goes'): void {
  if (cash_session_id === null) return;
  throw new Failure(
    'STATE_CONFLICT',
    `A cash session is open at the till ${name}. Close it with POST /v1/pos/cash-sessions/${cash_session_id}/close before the till ${verb}.`,
    { details: { from: 'in_use', to: verb === 'moves' ? 'moved' : 'deleted', allowed: [], cash_session_id } },
  );
}

/** Removes a till, its pairing and its sessions. */
export async function deleteTerminal(
  { params }: Input<Operations['deleteTerminal']>,
  { tenant, now }: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  await module.store.transaction(tenant, async (tx) => {
    await holdTerminal(tx, tenant, params.id);
    refuseOpenDrawer(await requireTerminal(tx, tenant, params.id), 'goes');
    await removeTerminal(tx, tenant, { id: params.id, now });
  });
  module.sessions.forget(params.id);
  return reply({ id: params.id, deleted: true });
}

/** One till. */
export async function getTerminal(
  { params }: Input<Operations['getTerminal']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<Terminal>> {
  return replyTerminal(await requireTerminal(store.of(tenant), tenant, params.id), world.systemNow());
}

/** TERMINAL_NOT_FOUND where it is none of the merchant's, or removed. */
export async function requireTerminal(runner: Runner, tenant: Tenant, id: string): Promise<TerminalRow> {
  const row = await findTerminal(runner, tenant, id);
  if (!row) throw new Failure('TERMINAL_NOT_FOUND', `There is no till ${id.slice(0, 64)}.`);
  return row;
}

/** A till as the API shows it at a moment of the database's time. */
export function presentTerminal(row: TerminalRow, now: Date): Terminal {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    code: row.code,
    location_id: row.location_id,
    is_active: row.is_active,
    pairing_status: pairingStatus(row, now),
    cash_session_id: row.cash_session_id,
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** Pairings and cash sessions come and go without a new version, so they stand in the tag behind it. */
function replyTerminal(row: TerminalRow, now: Date): Reply<Terminal> {
  return reply(presentTerminal(row, now), {
    version: `${row.version}.${pairingStatus(row, now)}.${row.cash_session_id ?? 'none'}`,
  });
}

/** Whether a device is bound to it; what its code and token are nobody is shown again. */
export function presentPairing(row: TerminalRow, now: Date): TerminalPairing {
  const waits = row.code_expires_at !== null && row.code_expires_at > now;
  return {
    terminal_id: row.id,
    status: pairingStatus(row, now),
    paired_at: formatOptionalTime(row.paired_at),
    code_expires_at: waits ? formatOptionalTime(row.code_expires_at) : null,
  };
}

function pairingStatus({ is_paired, code_expires_at }: TerminalRow, now: Date): PairingStatus {
  if (is_paired) return 'paired';
  return code_expires_at !== null && code_expires_at > now ? 'waiting' : 'none';
}
