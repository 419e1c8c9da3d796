import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, Provoke, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import type { TestMerchant } from '../../../../test/kit/service.ts';

type SaleBody = Parameters<TestMerchant['client']['createSale']>[0]['body'];

/** How the refusals of refunds of sales and of their receipts come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const sell = async (more: Partial<SaleBody> = {}) =>
    (
      await stage().shop.client.createSale({
        body: {
          items: [{ custom_name: 'Country cloth', unit_price: 10 }],
          payments: [{ channel: 'cash' }],
          ...more,
        },
      })
    ).data;
  const refund =
    (body: object, more: Partial<SaleBody> = {}): Provoke =>
    async () =>
      ask('refundSale', { params: { id: (await sell(more)).id }, body });
  const send =
    (body: object, more: Partial<SaleBody> = {}): Provoke =>
    async () =>
      ask('sendSaleReceipt', { params: { id: (await sell(more)).id }, body });
  const noSale =
    (id: OperationId, body?: object): Provoke =>
    () =>
      ask(id, { params: { id: 'sale_none' }, ...(body ? { body } : {}) });
  const cashier = async (): Promise<string> =>
    (await stage().shop.client.createStaff({ body: { name: 'Isatu', permissions: ['sell'] } })).data.id;
  const everything = { everything: true };

  async function withoutDrawer(): Promise<Seen> {
    const { id } = await sell();
    await stage().shop.client.updatePosSettings({ body: { require_cash_session: true } });
    const seen = await ask('refundSale', { params: { id }, body: everything });
    await stage().shop.client.updatePosSettings({ body: { require_cash_session: false } });
    return seen;
  }

  async function intoClosedDrawer(): Promise<Seen> {
    const { client } = stage().shop;
    const { id } = await sell();
    const { data: terminal } = await client.createTerminal({ body: { name: `Till ${id.slice(-6)}` } });
    const { data: session } = await client.openCashSession({ body: { terminal_id: terminal.id } });
    await client.closeCashSession({ params: { id: session.id }, body: { counted: [] } });
    return ask('refundSale', { params: { id }, body: { ...everything, cash_session_id: session.id } });
  }

  async function whereProviderSendsNothing(): Promise<Seen> {
    const {
      service,
      shop: { client },
    } = stage();
    const { id, payments } = await sell({ payments: [{ channel: 'mobile_money', phone: '+23200000001' }] });
    await client.simulatePayment({ params: { id: payments[0]?.id ?? '' }, body: { outcome: 'succeeded' } });
    await service.drain();
    await service.query(`UPDATE payments SET provider = 'monime', account_id = 'prv_gone' WHERE id = $1`, [
      payments[0]?.id,
    ]);
    return ask('refundSale', { params: { id }, body: everything });
  }

  return {
    refundSale: {
      MEMBER_LIMIT_EXCEEDED: async () =>
        ask('refundSale', {
          params: { id: (await sell()).id },
          ...(await asLimitedMember(stage())),
          body: everything,
        }),
      AMOUNT_PRECISION: refund({ amount: '1.005' }),
      STAFF_PERMISSION_REQUIRED: async () =>
        ask('refundSale', {
          params: { id: (await sell()).id },
          body: { ...everything, staff_id: await cashier() },
        }),
      SALE_NOT_FOUND: noSale('refundSale', everything),
      STAFF_NOT_FOUND: refund({ ...everything, staff_id: 'stf_none' }),
      PAYMENT_NOT_FOUND: refund({ amount: 1, payments: [{ payment_id: 'pay_none', amount: 1 }] }),
      CASH_SESSION_NOT_FOUND: refund({ ...everything, cash_session_id: 'csh_none' }),
      STATE_CONFLICT: refund(everything, { status: 'parked', payments: [] }),
      CASH_SESSION_REQUIRED: withoutDrawer,
      CASH_SESSION_CLOSED: intoClosedDrawer,
      REFUND_EXCEEDS_PAYMENT: refund({ amount: 11 }),
      REFUND_NOT_SUPPORTED: whereProviderSendsNothing,
    },
    listSaleRefunds: { SALE_NOT_FOUND: noSale('listSaleRefunds') },
    getPosRefund: { REFUND_NOT_FOUND: () => ask('getPosRefund', { params: { id: 'srf_none' } }) },
    getSaleReceipt: { SALE_NOT_FOUND: noSale('getSaleReceipt') },
    sendSaleReceipt: {
      SALE_NOT_FOUND: noSale('sendSaleReceipt', { channel: 'link' }),
      STATE_CONFLICT: send({ channel: 'link' }, { status: 'parked', payments: [] }),
      INVALID_PHONE: send({ channel: 'sms', to: '12' }),
      RECIPIENT_NOT_REACHABLE: send({ channel: 'sms' }),
    },
  };
}

/** What comes back to a till, and receipts that are sent. */
export function requests(stage: () => RepeatStage): Repeatables {
  async function sold(): Promise<{ readonly id: string }> {
    const { data } = await stage().shop.client.createSale({
      body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
    });
    return { id: data.id };
  }
  async function soldByCard(): Promise<{ readonly id: string }> {
    const { client } = stage().shop;
    const { data } = await client.createSale({
      body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'card' }] },
    });
    await client.simulatePayment({
      params: { id: data.payments[0]?.id ?? '' },
      body: { outcome: 'succeeded' },
    });
    return { id: data.id };
  }
  return {
    refundSale: {
      request: async () => ({ params: await sold(), body: { amount: 1 } }),
      other: { amount: 2 },
      outside: { card: async () => ({ params: await soldByCard(), body: { amount: 1 } }) },
    },
    sendSaleReceipt: {
      request: async () => ({ params: await sold(), body: { channel: 'sms', to: '076 123456' } }),
      other: { channel: 'sms', to: '076 123457' },
    },
  };
}
