import {
  covers,
  widgetScopes,
  type Input,
  type Operations,
  type Scope,
  type SessionWidget,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readIpRanges } from '../../../kernel/web/read-ip-ranges.ts';
import type { Pos } from '../module.ts';
import { requirePaired, requireTerminal } from './terminals.ts';
import type { TerminalRow } from './terminals.queries.ts';
import { isDemoKey } from './widget-sessions.queries.ts';
import { staffNotFound } from './staff-cache.ts';
import { findStaff, type StaffRow } from './staff.queries.ts';
import { tryPin, wrongPin } from './try-pin.ts';

type Body = Input<Operations['createWidgetSession']>['body'];

/** Who a session is for, where it was begun, and the most it may do. */
export type JudgedSession = {
  readonly widget: SessionWidget;
  readonly scopes: readonly Scope[];
  readonly staff: StaffRow | null;
  readonly terminalId: string | null;
  readonly terminalTokenHash: Buffer | null;
  /** From where it may be used; null: from where its key may. */
  readonly ipRanges: readonly string[] | null;
};

/** With a public key somebody signs in at a till; with a secret one the merchant's own server begins a session. */
export async function judgeSession(body: Body, call: Call, module: Pos): Promise<JudgedSession> {
  return call.caller.kind === 'public' ? signIn(body, call, module) : begin(body, call, module);
}

async function signIn(body: Body, call: Call, module: Pos): Promise<JudgedSession> {
  const { tenant } = call;
  const { terminal, tokenHash } = await requirePaired(call, module);
  const { staff_id, pin, ip_ranges, terminal_id } = body;
  const needsNoPin =
    pin === undefined && (await isDemoKey(module.store.of(tenant), tenant, call.caller.keyId));
  if (staff_id === undefined || (pin === undefined && !needsNoPin))
    throw invalid({
      path: staff_id === undefined ? 'staff_id' : 'pin',
      message: 'must be sent with a public key: who signs in, and the PIN',
    });
  if (terminal_id !== undefined)
    throw invalid({
      path: 'terminal_id',
      message: 'must be left out with a public key: X-Terminal-Token says at which till it is',
    });
  if (ip_ranges !== undefined)
    throw invalid({
      path: 'ip_ranges',
      message:
        'must be left out with a public key: only your own server says from where a session may be used',
    });
  const staff = await findStaff(module.store.of(tenant), tenant, staff_id);
  const worksHere =
    staff !== undefined &&
    (staff.location_ids.length === 0 || staff.location_ids.includes(terminal.location_id));
  // A PIN that cannot be right is hashed as well, so that nobody learns from the time it takes who works where.
  if (pin !== undefined) await tryPin(module, tenant, { staffId: worksHere ? staff.id : '', pin });
  if (!worksHere) throw wrongPin();
  return {
    widget: widgetOf(body),
    scopes: scopesFor(body, call),
    staff,
    terminalId: terminal.id,
    terminalTokenHash: tokenHash,
    ipRanges: null,
  };
}

async function begin(body: Body, call: Call, module: Pos): Promise<JudgedSession> {
  const { tenant } = call;
  if (body.pin !== undefined)
    throw invalid({
      path: 'pin',
      message: 'must be left out with a secret key, which needs none; a till sends it with a public key',
    });
  const staff =
    body.staff_id === undefined ? null : await findStaff(module.store.of(tenant), tenant, body.staff_id);
  if (staff === undefined || staff?.is_active === false) throw staffNotFound(body.staff_id ?? '');
  const terminal =
    body.terminal_id === undefined ? null : await tillOf(body.terminal_id, { body, staff, call, module });
  return {
    widget: widgetOf(body),
    scopes: scopesFor(body, call),
    staff,
    terminalId: terminal?.id ?? null,
    terminalTokenHash: null,
    ipRanges: body.ip_ranges === undefined ? null : readIpRanges(body.ip_ranges),
  };
}

/** The till that a page of the merchant is to be. TERMINAL_NOT_FOUND also where it is switched off. */
async function tillOf(
  id: string,
  {
    body,
    staff,
    call,
    module,
  }: { readonly body: Body; readonly staff: StaffRow | null; readonly call: Call; readonly module: Pos },
): Promise<TerminalRow> {
  if (widgetOf(body) !== 'pos_terminal')
    throw invalid({ path: 'terminal_id', message: 'must be left out but for pos_terminal' });
  const terminal = await requireTerminal(module.store.of(call.tenant), call.tenant, id);
  if (!terminal.is_active)
    throw new Failure('TERMINAL_NOT_FOUND', `The till ${terminal.name} is switched off. Switch it on first.`);
  if (staff && staff.location_ids.length > 0 && !staff.location_ids.includes(terminal.location_id))
    throw invalid({
      path: 'staff_id',
      message: `must be somebody who works where the till ${terminal.name} stands`,
    });
  return terminal;
}

function widgetOf({ widget = 'pos_terminal' }: Body): SessionWidget {
  return widget;
}

/** The most it may do: what is asked for, else all that widget and key allow. What the person may narrows it whenever it is used. */
function scopesFor(body: Body, { caller }: Call): readonly Scope[] {
  const widget = widgetOf(body);
  const keyMay = (scope: Scope): boolean => caller.kind === 'public' || covers(caller.scopes, scope);
  for (const scope of body.scopes ?? []) {
    if (!widgetScopes[widget].includes(scope))
      throw invalid({
        path: 'scopes',
        message: `must be among those of a session for ${widget}, was ${scope}`,
      });
    if (!keyMay(scope))
      throw new Failure(
        'INSUFFICIENT_SCOPE',
        `This key lacks the scope ${scope}, so a session that it begins cannot have it.`,
        { details: { scope } },
      );
  }
  return body.scopes ?? widgetScopes[widget].filter(keyMay);
}
