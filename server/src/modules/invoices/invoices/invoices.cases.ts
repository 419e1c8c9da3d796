import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const STALE = { 'if-match': '"99"' };
const items = [{ description: 'Work', unit_price: 5 }];
const customer = { name: 'Isatu' };
const HUGE = [{ description: 'Work', quantity: 1_000_000_000, unit_price: 9_999_999_999_999 }];

/** How the refusals of invoices and credit notes come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const make = async (body: object = {}, input: ProbeInput = {}): Promise<string> =>
    String((await ask('createInvoice', { ...input, body: { customer, items, ...body } })).data['id']);
  const draft = async (): Promise<{ readonly id: string }> => ({ id: await make() });
  const open = async (body: object = {}, input: ProbeInput = {}): Promise<{ readonly id: string }> => ({
    id: await make({ finalize: true, ...body }, input),
  });
  const none = { id: 'inv_none' };
  const absent = (id: OperationId, body: object = {}) => ({
    INVOICE_NOT_FOUND: () => ask(id, { params: none, body }),
  });
  const paid = async (): Promise<{
    readonly params: { readonly id: string };
    readonly paymentId: string;
  }> => {
    const params = await open();
    const { data } = await ask('payInvoice', { params, body: { channel: 'cash' } });
    return { params, paymentId: String(data['id']) };
  };
  const dollars = async (): Promise<object> => ({
    items: [{ product_id: (await ask('createProduct', { body: { name: 'Rice', price: 5 } })).data['id'] }],
    currency: 'USD',
  });

  const writes = (send: (body: object) => Promise<Seen>) => ({
    AMOUNT_PRECISION: () => send({ items: [{ description: 'x', unit_price: 1.005 }] }),
    AMOUNT_TOO_LARGE: () => send({ items: HUGE }),
    INVALID_PHONE: () => send({ customer: { name: 'A', phone: '12' } }),
    CUSTOMER_NOT_FOUND: () => send({ customer_id: 'cus_none', customer: undefined }),
    PRODUCT_NOT_FOUND: () => send({ items: [{ product_id: 'prod_none' }] }),
    VARIANT_NOT_FOUND: () => send({ items: [{ variant_id: 'var_none' }] }),
  });
  const create = (body: object): Promise<Seen> =>
    ask('createInvoice', { body: { customer, items, ...body } });
  const update = async (body: object): Promise<Seen> => ask('updateInvoice', { params: await draft(), body });
  async function numbered(send: (number: string) => Promise<Seen>): Promise<Seen> {
    await send('TAKEN');
    return send('TAKEN');
  }
  async function unanswered(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    for (let time = 0; time < 6; time += 1)
      await ask('payInvoice', {
        key,
        params: await open({}, { key }),
        body: { channel: 'mobile_money', phone: '+23200000006' },
      });
    return ask('payInvoice', {
      key,
      params: await open({}, { key }),
      body: { channel: 'mobile_money', phone: '+23200000010' },
    });
  }
  async function refundElsewhere(): Promise<Seen> {
    const { params, paymentId } = await paid();
    await stage().service.query(
      `UPDATE payments SET provider = 'monime', account_id = 'prv_gone' WHERE id = $1`,
      [paymentId],
    );
    return ask('createCreditNote', { params, body: { refund: true } });
  }
  const credited = async (): Promise<{ readonly id: string }> => ({
    id: String((await ask('createCreditNote', { params: await open(), body: { amount: 1 } })).data['id']),
  });
  /** A note whose money could not be sent back; what is changed of its payment keeps it from going back again. */
  async function unreturned(change: string): Promise<{ readonly id: string }> {
    const { service } = stage();
    const { params, paymentId } = await paid();
    const { data } = await ask('createCreditNote', { params, body: { refund: true } });
    await service.query(
      `UPDATE credit_notes SET refund_status = 'failed', amount_returned = 0, refunds = jsonb_set(refunds, '{0,status}', '"failed"') WHERE id = $1`,
      [data['id']],
    );
    await service.query(`UPDATE payments SET amount_refunded = 0 WHERE id = $1`, [paymentId]);
    await service.query(`UPDATE payments SET ${change} WHERE id = $1`, [paymentId]);
    return { id: String(data['id']) };
  }

  return {
    updateInvoiceSettings: {
      AMOUNT_PRECISION: () =>
        ask('updateInvoiceSettings', { body: { late_fee: { type: 'fixed', value: 1.005, after_days: 1 } } }),
      INVALID_PHONE: () => ask('updateInvoiceSettings', { body: { company: { phone: '12' } } }),
      PRECONDITION_FAILED: () => ask('updateInvoiceSettings', { body: {}, headers: STALE }),
    },
    createInvoice: {
      ...writes(create),
      CURRENCY_MISMATCH: async () => create(await dollars()),
      NUMBER_TAKEN: () => numbered((number) => create({ finalize: true, number })),
    },
    getInvoice: { INVOICE_NOT_FOUND: () => ask('getInvoice', { params: none }) },
    updateInvoice: {
      ...absent('updateInvoice', { notes: 'x' }),
      ...writes(update),
      CURRENCY_MISMATCH: async () =>
        ask('updateInvoice', {
          params: { id: await make({ currency: 'USD' }) },
          body: { items: ((await dollars()) as { items: object }).items },
        }),
      INVOICE_FINALIZED: async () =>
        ask('updateInvoice', { params: await open(), body: { po_number: 'PO 1' } }),
      STATE_CONFLICT: async () => {
        const params = await open();
        await ask('voidInvoice', { params });
        return ask('updateInvoice', { params, body: { due_date: '2099-01-01' } });
      },
      PRECONDITION_FAILED: async () =>
        ask('updateInvoice', { params: await draft(), body: { notes: 'x' }, headers: STALE }),
    },
    deleteInvoice: {
      ...absent('deleteInvoice'),
      STATE_CONFLICT: async () => ask('deleteInvoice', { params: await open() }),
      PRECONDITION_FAILED: async () => ask('deleteInvoice', { params: await draft(), headers: STALE }),
    },
    finalizeInvoice: {
      ...absent('finalizeInvoice'),
      STATE_CONFLICT: async () => ask('finalizeInvoice', { params: await open(), body: {} }),
      NUMBER_TAKEN: () =>
        numbered(async (number) => ask('finalizeInvoice', { params: await draft(), body: { number } })),
    },
    voidInvoice: {
      ...absent('voidInvoice'),
      STATE_CONFLICT: async () => ask('voidInvoice', { params: await draft(), body: {} }),
    },
    markInvoiceUncollectible: {
      ...absent('markInvoiceUncollectible'),
      STATE_CONFLICT: async () => ask('markInvoiceUncollectible', { params: await draft(), body: {} }),
    },
    duplicateInvoice: absent('duplicateInvoice'),
    payInvoice: {
      ...absent('payInvoice', { channel: 'cash' }),
      AMOUNT_PRECISION: async () =>
        ask('payInvoice', { params: await open(), body: { channel: 'cash', amount: 1.005 } }),
      INVALID_PHONE: async () =>
        ask('payInvoice', { params: await open(), body: { channel: 'mobile_money', phone: '12' } }),
      STATE_CONFLICT: async () => ask('payInvoice', { params: await draft(), body: { channel: 'cash' } }),
      NOTHING_DUE: async () =>
        ask('payInvoice', { params: (await paid()).params, body: { channel: 'cash' } }),
      AMOUNT_TOO_SMALL: async () =>
        ask('payInvoice', {
          params: await open(),
          body: { channel: 'mobile_money', phone: '+23200000010', amount: 1 },
        }),
      AMOUNT_TOO_LARGE: async () =>
        ask('payInvoice', { params: await open(), body: { channel: 'cash', amount: 6 } }),
      CHANNEL_NOT_AVAILABLE: async () =>
        ask('payInvoice', {
          params: await open({ accepted_channels: ['card'] }),
          body: { channel: 'mobile_money', phone: '+23200000010' },
        }),
      PROVIDER_UNAVAILABLE: unanswered,
    },
    createCreditNote: {
      ...absent('createCreditNote', { amount: 1 }),
      MEMBER_LIMIT_EXCEEDED: async () =>
        ask('createCreditNote', {
          params: await open(),
          ...(await asLimitedMember(stage())),
          body: { amount: 2 },
        }),
      AMOUNT_PRECISION: async () =>
        ask('createCreditNote', { params: await open(), body: { amount: 1.005 } }),
      STATE_CONFLICT: async () => ask('createCreditNote', { params: await draft(), body: {} }),
      CREDIT_EXCEEDS_INVOICE: async () =>
        ask('createCreditNote', { params: await open(), body: { amount: 6 } }),
      REFUND_NOT_SUPPORTED: refundElsewhere,
    },
    waiveLateFee: {
      ...absent('waiveLateFee', { reason: 'x' }),
      STATE_CONFLICT: async () => ask('waiveLateFee', { params: await open(), body: { reason: 'x' } }),
    },
    retryCreditNoteRefund: {
      CREDIT_NOTE_NOT_FOUND: () => ask('retryCreditNoteRefund', { params: { id: 'cn_none' }, body: {} }),
      STATE_CONFLICT: async () => ask('retryCreditNoteRefund', { params: await credited(), body: {} }),
      REFUND_EXCEEDS_PAYMENT: async () =>
        ask('retryCreditNoteRefund', { params: await unreturned('amount_refunded = amount'), body: {} }),
      REFUND_NOT_SUPPORTED: async () =>
        ask('retryCreditNoteRefund', {
          params: await unreturned(`provider = 'monime', account_id = 'prv_gone'`),
          body: {},
        }),
    },
    keepCreditNoteAsCredit: {
      CREDIT_NOTE_NOT_FOUND: () => ask('keepCreditNoteAsCredit', { params: { id: 'cn_none' }, body: {} }),
      STATE_CONFLICT: async () => ask('keepCreditNoteAsCredit', { params: await credited(), body: {} }),
    },
    getCreditNote: { CREDIT_NOTE_NOT_FOUND: () => ask('getCreditNote', { params: { id: 'cn_none' } }) },
  };
}

/** What merchants send about invoices and credit notes. */
export function requests(stage: () => RepeatStage): Repeatables {
  const body = { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }] };
  const draft = async () => ({ id: (await stage().shop.client.createInvoice({ body })).data.id });
  const open = async () => ({
    id: (await stage().shop.client.createInvoice({ body: { ...body, finalize: true } })).data.id,
  });
  /** The first document of a series makes its counter as well. */
  const numbered = (request: () => Promise<ProbeInput>) => async (): Promise<ProbeInput> => {
    await stage().shop.client.createCreditNote({ params: await open(), body: { amount: 1 } });
    return request();
  };
  const paid = async (phone = '+23200000001') => {
    const params = await open();
    const { data } = await stage().shop.client.payInvoice({
      params,
      body: { channel: 'mobile_money', phone },
    });
    await stage().shop.client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded' } });
    return params;
  };
  /** A note whose money could not be sent back. */
  const unreturned = async () => ({
    id: (
      await stage().shop.client.createCreditNote({
        params: await paid('+23200000009'),
        body: { refund: true },
      })
    ).data.id,
  });
  /** An invoice with a late fee, of a shop whose clock has been moved for it. */
  const late = async () => {
    const { key, client } = await stage().newShop();
    const clock = await client.createTestClock({ body: { now: '2027-01-01T10:00:00Z' } });
    const { data } = await client.createInvoice({
      body: { ...body, finalize: true, due_days: 0, late_fee: { type: 'fixed', value: 1, after_days: 0 } },
    });
    await client.advanceTestClock({ params: { id: clock.data.id }, body: { seconds: 172_800 } });
    return { key, params: { id: data.id } };
  };
  return {
    createInvoice: {
      request: numbered(async () => ({ body: { ...body, finalize: true } })),
      other: { ...body, notes: 'Another' },
    },
    finalizeInvoice: {
      request: numbered(async () => ({ params: await draft(), body: {} })),
      other: { number: 'Another' },
    },
    voidInvoice: { request: async () => ({ params: await open(), body: {} }) },
    markInvoiceUncollectible: { request: async () => ({ params: await open(), body: {} }) },
    duplicateInvoice: { request: async () => ({ params: await open(), body: {} }) },
    payInvoice: {
      request: async () => ({ params: await open(), body: { channel: 'cash', amount: 1 } }),
      other: { channel: 'cash', amount: 2 },
      outside: {
        wallet: async () => ({
          params: await open(),
          body: { channel: 'mobile_money', phone: '+23200000001' },
        }),
        all: async () => ({ params: await open(), body: { channel: 'external' } }),
      },
    },
    sendInvoice: {
      request: async () => ({ params: await draft(), body: { channels: ['link', 'sms'], to: '076 123456' } }),
      other: { channels: ['link'] },
    },
    remindInvoice: {
      request: async () => ({ params: await open(), body: { channels: ['sms'], to: '076 123456' } }),
      other: { channels: ['whatsapp'] },
    },
    createRecurringInvoice: {
      request: async () => ({ body: { frequency: 'monthly', template: body } }),
      other: { frequency: 'weekly', template: body },
    },
    waiveLateFee: {
      request: async () => ({ ...(await late()), body: { reason: 'The bank was closed.' } }),
      other: { reason: 'Another' },
    },
    retryCreditNoteRefund: {
      request: async () => ({ params: await unreturned(), body: { in_cash: true } }),
      other: {},
      outside: { wallet: async () => ({ params: await unreturned(), body: {} }) },
    },
    keepCreditNoteAsCredit: { request: async () => ({ params: await unreturned(), body: {} }) },
    createCreditNote: {
      request: numbered(async () => ({ params: await open(), body: { amount: 1 } })),
      other: { amount: 2 },
      outside: { wallet: numbered(async () => ({ params: await paid(), body: { refund: true } })) },
    },
  };
}
