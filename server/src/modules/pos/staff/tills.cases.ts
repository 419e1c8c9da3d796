import type { OperationId } from '@cottontree/contract';
import { randomUUID } from 'node:crypto';
import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const NO_STAFF = 'stf_00000000000000000000000000';
const NO_TERMINAL = 'trm_00000000000000000000000000';
const NO_LOCATION = 'loc_00000000000000000000000000';
const NO_SESSION = 'wse_00000000000000000000000000';
const NO_DRAWER = 'csh_00000000000000000000000000';

/** How the refusals of staff, tills, sessions and drawers come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => stage().ask(id, input);
  const made = async (id: OperationId, body: object): Promise<string> =>
    String((await ask(id, { body })).data['id']);
  const staff = (body: object = {}): Promise<string> => made('createStaff', { name: 'Aminata', ...body });
  const terminal = (body: object = {}): Promise<string> =>
    made('createTerminal', { name: 'Front till', ...body });
  const drawer = async (body: object = {}): Promise<string> =>
    made('openCashSession', { terminal_id: await terminal(), ...body });
  const absent = (code: string, id: OperationId, input: ProbeInput): Refusals => ({
    [code]: () => ask(id, input),
  });
  const stale = async (id: OperationId, thing: string): Promise<Seen> =>
    ask(id, { params: { id: thing }, body: { name: 'Another' }, headers: { 'if-match': 'W/"7"' } });
  const limited = async (id: OperationId, input: ProbeInput): Promise<Seen> =>
    ask(id, { ...input, ...(await asLimitedMember(stage())) });
  const noStaff = { params: { id: NO_STAFF } };
  const noTerminal = { params: { id: NO_TERMINAL } };
  const noDrawer = { params: { id: NO_DRAWER } };
  const publicly = async (id: OperationId, input: ProbeInput): Promise<Seen> =>
    ask(id, { key: await stage().service.key(stage().shop.id, { kind: 'public', scopes: [] }), ...input });

  /** A device of a new till that is bound to it. */
  async function paired(): Promise<Readonly<Record<string, string>>> {
    const id = await terminal();
    const { data } = await ask('pairTerminal', { params: { id } });
    const claimed = await publicly('claimTerminal', { body: { pairing_code: data['pairing_code'] } });
    return { 'x-terminal-token': String(claimed.data['terminal_token']) };
  }

  async function closed(): Promise<string> {
    const id = await drawer();
    await ask('closeCashSession', { params: { id }, body: { counted: [] } });
    return id;
  }

  return {
    createStaff: {
      LOCATION_NOT_FOUND: () =>
        ask('createStaff', { body: { name: 'Aminata', location_ids: [NO_LOCATION] } }),
      MEMBER_LIMIT_EXCEEDED: () => limited('createStaff', { body: { name: 'Aminata', role: 'supervisor' } }),
    },
    getStaff: absent('STAFF_NOT_FOUND', 'getStaff', noStaff),
    updateStaff: {
      ...absent('STAFF_NOT_FOUND', 'updateStaff', { ...noStaff, body: {} }),
      LOCATION_NOT_FOUND: async () =>
        ask('updateStaff', { params: { id: await staff() }, body: { location_ids: [NO_LOCATION] } }),
      MEMBER_LIMIT_EXCEEDED: async () =>
        limited('updateStaff', { params: { id: await staff() }, body: { role: 'supervisor' } }),
      PRECONDITION_FAILED: async () => stale('updateStaff', await staff()),
    },
    deleteStaff: absent('STAFF_NOT_FOUND', 'deleteStaff', noStaff),
    setStaffPin: {
      ...absent('STAFF_NOT_FOUND', 'setStaffPin', { ...noStaff, body: { pin: '4827' } }),
      MEMBER_LIMIT_EXCEEDED: async () =>
        limited('setStaffPin', {
          params: { id: await staff({ role: 'supervisor' }) },
          body: { pin: '4827' },
        }),
    },
    createTerminal: {
      LOCATION_NOT_FOUND: () =>
        ask('createTerminal', { body: { name: 'Front till', location_id: NO_LOCATION } }),
      DUPLICATE_CODE: async () =>
        ask('createTerminal', {
          body: {
            name: 'Front till',
            code: String((await ask('getTerminal', { params: { id: await terminal() } })).data['code']),
          },
        }),
    },
    getTerminal: absent('TERMINAL_NOT_FOUND', 'getTerminal', noTerminal),
    updateTerminal: {
      ...absent('TERMINAL_NOT_FOUND', 'updateTerminal', { ...noTerminal, body: {} }),
      LOCATION_NOT_FOUND: async () =>
        ask('updateTerminal', { params: { id: await terminal() }, body: { location_id: NO_LOCATION } }),
      STATE_CONFLICT: async () => {
        const [id, location_id] = [await terminal(), await made('createLocation', { name: 'Another place' })];
        await drawer({ terminal_id: id });
        return ask('updateTerminal', { params: { id }, body: { location_id } });
      },
      PRECONDITION_FAILED: async () => stale('updateTerminal', await terminal()),
    },
    deleteTerminal: {
      ...absent('TERMINAL_NOT_FOUND', 'deleteTerminal', noTerminal),
      STATE_CONFLICT: async () => {
        const id = await terminal();
        await drawer({ terminal_id: id });
        return ask('deleteTerminal', { params: { id } });
      },
    },
    pairTerminal: absent('TERMINAL_NOT_FOUND', 'pairTerminal', noTerminal),
    getTerminalPairing: absent('TERMINAL_NOT_FOUND', 'getTerminalPairing', noTerminal),
    endTerminalPairing: absent('TERMINAL_NOT_FOUND', 'endTerminalPairing', noTerminal),
    claimTerminal: {
      TERMINAL_NOT_PAIRED: () => publicly('claimTerminal', { body: { pairing_code: '00000000' } }),
    },
    getCurrentTerminal: { TERMINAL_NOT_PAIRED: () => publicly('getCurrentTerminal', {}) },
    createWidgetSession: {
      TERMINAL_NOT_PAIRED: () =>
        publicly('createWidgetSession', { body: { staff_id: NO_STAFF, pin: '4827' } }),
      INVALID_CREDENTIALS: async () =>
        publicly('createWidgetSession', {
          body: { staff_id: await staff(), pin: '4827' },
          headers: await paired(),
        }),
      STAFF_NOT_FOUND: () => ask('createWidgetSession', { body: { staff_id: NO_STAFF } }),
      TERMINAL_NOT_FOUND: () => ask('createWidgetSession', { body: { terminal_id: NO_TERMINAL } }),
    },
    endWidgetSession: absent('WIDGET_SESSION_NOT_FOUND', 'endWidgetSession', { params: { id: NO_SESSION } }),
    getCurrentWidgetSession: absent('WIDGET_SESSION_NOT_FOUND', 'getCurrentWidgetSession', {}),
    endCurrentWidgetSession: absent('WIDGET_SESSION_NOT_FOUND', 'endCurrentWidgetSession', {}),
    openCashSession: {
      TERMINAL_NOT_FOUND: () => ask('openCashSession', { body: { terminal_id: NO_TERMINAL } }),
      LOCATION_NOT_FOUND: () => ask('openCashSession', { body: { location_id: NO_LOCATION } }),
      STATE_CONFLICT: async () =>
        ask('openCashSession', { body: { terminal_id: await terminal({ is_active: false }) } }),
      STAFF_NOT_FOUND: () => ask('openCashSession', { body: { staff_id: NO_STAFF } }),
      STAFF_PERMISSION_REQUIRED: async () =>
        ask('openCashSession', { body: { staff_id: await staff({ permissions: ['sell'] }) } }),
      CASH_SESSION_ALREADY_OPEN: async () => {
        const terminal_id = await terminal();
        await drawer({ terminal_id });
        return ask('openCashSession', { body: { terminal_id } });
      },
      AMOUNT_PRECISION: () => ask('openCashSession', { body: { opening_float: 1.001 } }),
    },
    getCashSession: absent('CASH_SESSION_NOT_FOUND', 'getCashSession', noDrawer),
    listCashMovements: absent('CASH_SESSION_NOT_FOUND', 'listCashMovements', noDrawer),
    listDrawerFlags: absent('CASH_SESSION_NOT_FOUND', 'listDrawerFlags', noDrawer),
    getCashReport: absent('CASH_SESSION_NOT_FOUND', 'getCashReport', noDrawer),
    getCashReportPdf: absent('CASH_SESSION_NOT_FOUND', 'getCashReportPdf', noDrawer),
    createCashMovement: moves('createCashMovement', {
      type: 'pay_in',
      amount: 1,
      reason: 'Change',
      client_id: randomUUID(),
    }),
    closeCashSession: {
      ...moves('closeCashSession', { counted: [] }),
      AMOUNT_PRECISION: async () =>
        ask('closeCashSession', {
          params: { id: await drawer() },
          body: { counted: [{ tender: 'cash', amount: 1.001 }] },
        }),
      UNSYNCED_SALES: async () =>
        ask('closeCashSession', { params: { id: await drawer() }, body: { counted: [], unsynced_count: 1 } }),
    },
  };

  function moves(id: OperationId, body: object): Refusals {
    return {
      CASH_SESSION_NOT_FOUND: () => ask(id, { ...noDrawer, body }),
      CASH_SESSION_CLOSED: async () => ask(id, { params: { id: await closed() }, body }),
      STAFF_NOT_FOUND: async () =>
        ask(id, { params: { id: await drawer() }, body: { ...body, staff_id: NO_STAFF } }),
      STAFF_PERMISSION_REQUIRED: async () =>
        ask(id, {
          params: { id: await drawer() },
          body: { ...body, staff_id: await staff({ permissions: ['sell'] }) },
        }),
      AMOUNT_PRECISION: async () =>
        ask(id, { params: { id: await drawer() }, body: { ...body, amount: 1.001 } }),
    };
  }
}

/** A slow hash each, and the service lets few of them wait. */
const HASHED_AT_ONCE = 16;

/** What is sent about staff, tills, sessions and drawers. */
export function requests(stage: () => RepeatStage): Repeatables {
  const client = () => stage().shop.client;
  const staffId = async () => (await client().createStaff({ body: { name: 'Aminata' } })).data.id;
  const terminalId = async () => (await client().createTerminal({ body: { name: 'Front till' } })).data.id;
  const drawer = async () => ({
    params: { id: (await client().openCashSession({ body: { terminal_id: await terminalId() } })).data.id },
  });
  const paired = async () =>
    (await client().pairTerminal({ params: { id: await terminalId() } })).data.pairing_code;
  return {
    createStaff: {
      request: async () => ({ body: { name: 'Musa', role: 'supervisor' } }),
      other: { name: 'Isatu' },
    },
    setStaffPin: {
      request: async () => ({ params: { id: await staffId() }, body: { pin: '4827' } }),
      other: { pin: '7391' },
      atOnce: HASHED_AT_ONCE,
    },
    createTerminal: { request: async () => ({ body: { name: 'Bar' } }), other: { name: 'Kitchen' } },
    pairTerminal: { request: async () => ({ params: { id: await terminalId() } }) },
    claimTerminal: {
      request: async () => ({ body: { pairing_code: await paired() } }),
      other: { pairing_code: '00000000' },
    },
    createWidgetSession: {
      request: async () => ({ body: { widget: 'invoice_creator' } }),
      other: { widget: 'ticket_scanner' },
    },
    openCashSession: {
      request: async () => ({ body: { terminal_id: await terminalId(), opening_float: 5 } }),
      other: { opening_float: 6 },
    },
    createCashMovement: {
      request: async () => ({
        ...(await drawer()),
        body: { type: 'pay_in', amount: 5, reason: 'Change', client_id: randomUUID() },
      }),
      other: { type: 'pay_in', amount: 6, reason: 'Change' },
    },
    closeCashSession: {
      request: async () => ({ ...(await drawer()), body: { counted: [{ tender: 'cash', amount: 0 }] } }),
      other: { counted: [] },
    },
  };
}
