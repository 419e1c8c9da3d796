import type { Wish } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What merchants send about invoices and credit notes. */
export function invoiceRequests(stage: () => RepeatStage): Repeatables {
  const body = { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }] };
  const draft = async () => ({ id: (await stage().shop.client.createInvoice({ body })).data.id });
  const open = async () => ({
    id: (await stage().shop.client.createInvoice({ body: { ...body, finalize: true } })).data.id,
  });
  /** The first document of a series makes its counter as well. */
  const numbered = (request: () => Promise<Wish>) => async (): Promise<Wish> => {
    await stage().shop.client.createCreditNote({ params: await open(), body: { amount: 1 } });
    return request();
  };
  /** A note whose money could not be sent back. */
  const unreturned = async () => {
    const params = await open();
    await stage().shop.client.payInvoice({ params, body: { channel: 'cash' } });
    const { data } = await stage().shop.client.createCreditNote({ params, body: { refund: true } });
    await stage().service.query(
      `UPDATE credit_notes SET refund_status = 'failed', amount_returned = 0, refunds = jsonb_set(refunds, '{0,status}', '"failed"') WHERE id = $1`,
      [data.id],
    );
    await stage().service.query('UPDATE payments SET amount_refunded = 0 WHERE id = $1', [
      data.refunds[0]?.payment_id,
    ]);
    return { id: data.id };
  };
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
    },
    keepCreditNoteAsCredit: { request: async () => ({ params: await unreturned(), body: {} }) },
    createCreditNote: {
      request: numbered(async () => ({ params: await open(), body: { amount: 1 } })),
      other: { amount: 2 },
    },
  };
}
