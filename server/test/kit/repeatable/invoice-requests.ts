import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What merchants send about invoices and credit notes. */
export function invoiceRequests(stage: () => RepeatStage): Repeatables {
  const body = { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }] };
  const draft = async () => ({ id: (await stage().shop.client.createInvoice({ body })).data.id });
  const open = async () => ({
    id: (await stage().shop.client.createInvoice({ body: { ...body, finalize: true } })).data.id,
  });
  /** The first document of a series makes its counter as well. */
  const numbered = (request: () => Promise<InputGiven>) => async (): Promise<InputGiven> => {
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
