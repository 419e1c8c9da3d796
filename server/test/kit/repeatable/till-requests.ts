import { randomUUID } from 'node:crypto';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** A slow hash each, and the service lets few of them wait. */
const HASHED_AT_ONCE = 16;

/** What is sent about staff, tills, sessions and drawers. */
export function tillRequests(stage: () => RepeatStage): Repeatables {
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
