import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';

const items = [{ description: 'Work', unit_price: 5 }];
const template = { customer: { name: 'Isatu' }, items };
const none = { id: 'rinv_none' };

/** How the refusals of what goes out about invoices come about, and of those that recur. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const open = async (): Promise<{ readonly id: string }> => ({
    id: String((await ask('createInvoice', { body: { ...template, finalize: true } })).data['id']),
  });
  const voided = async (): Promise<{ readonly id: string }> => {
    const params = await open();
    await ask('voidInvoice', { params });
    return params;
  };
  const paid = async (): Promise<{ readonly id: string }> => {
    const params = await open();
    await ask('payInvoice', { params, body: { channel: 'cash' } });
    return params;
  };
  const recurring = async (): Promise<{ readonly id: string }> => ({
    id: String(
      (await ask('createRecurringInvoice', { body: { frequency: 'monthly', template } })).data['id'],
    ),
  });
  const dollars = async (): Promise<object> => ({
    customer: template.customer,
    items: [{ product_id: (await ask('createProduct', { body: { name: 'Rice', price: 5 } })).data['id'] }],
    currency: 'USD',
  });
  const templates = (send: (body: object) => Promise<Seen>) => ({
    AMOUNT_PRECISION: () => send({ ...template, items: [{ description: 'x', unit_price: 1.005 }] }),
    AMOUNT_TOO_LARGE: () =>
      send({
        ...template,
        items: [{ description: 'x', quantity: 1_000_000_000, unit_price: 9_999_999_999_999 }],
      }),
    INVALID_PHONE: () => send({ items, customer: { name: 'A', phone: '12' } }),
    CUSTOMER_NOT_FOUND: () => send({ items, customer_id: 'cus_none' }),
    PRODUCT_NOT_FOUND: () => send({ ...template, items: [{ product_id: 'prod_none' }] }),
    VARIANT_NOT_FOUND: () => send({ ...template, items: [{ variant_id: 'var_none' }] }),
    CURRENCY_MISMATCH: async () => send(await dollars()),
  });
  async function ended(): Promise<Seen> {
    const params = await recurring();
    await stage().service.query(
      `UPDATE recurring_invoices SET status = 'ended', count_max = 1, made = 1, next_date = NULL, next_at = NULL WHERE id = $1`,
      [params.id],
    );
    return ask('updateRecurringInvoice', { params, body: { paused: true } });
  }
  return {
    getInvoicePdf: { INVOICE_NOT_FOUND: () => ask('getInvoicePdf', { params: { id: 'inv_none' } }) },
    getCreditNotePdf: { CREDIT_NOTE_NOT_FOUND: () => ask('getCreditNotePdf', { params: { id: 'cn_none' } }) },
    sendInvoice: {
      INVALID_PHONE: async () =>
        ask('sendInvoice', { params: await open(), body: { channels: ['sms'], to: '12' } }),
      INVOICE_NOT_FOUND: () =>
        ask('sendInvoice', { params: { id: 'inv_none' }, body: { channels: ['link'] } }),
      STATE_CONFLICT: async () =>
        ask('sendInvoice', { params: await voided(), body: { channels: ['link'] } }),
    },
    remindInvoice: {
      INVALID_PHONE: async () =>
        ask('remindInvoice', { params: await open(), body: { channels: ['sms'], to: '12' } }),
      INVOICE_NOT_FOUND: () => ask('remindInvoice', { params: { id: 'inv_none' }, body: {} }),
      STATE_CONFLICT: async () => ask('remindInvoice', { params: await voided(), body: {} }),
      NOTHING_DUE: async () => ask('remindInvoice', { params: await paid(), body: {} }),
    },
    createRecurringInvoice: templates((wanted) =>
      ask('createRecurringInvoice', { body: { frequency: 'monthly', template: wanted } }),
    ),
    getRecurringInvoice: { RECURRING_INVOICE_NOT_FOUND: () => ask('getRecurringInvoice', { params: none }) },
    updateRecurringInvoice: {
      ...templates(async (wanted) =>
        ask('updateRecurringInvoice', { params: await recurring(), body: { template: wanted } }),
      ),
      RECURRING_INVOICE_NOT_FOUND: () => ask('updateRecurringInvoice', { params: none, body: {} }),
      STATE_CONFLICT: ended,
      PRECONDITION_FAILED: async () =>
        ask('updateRecurringInvoice', {
          params: await recurring(),
          body: {},
          headers: { 'if-match': '"99"' },
        }),
    },
    deleteRecurringInvoice: {
      RECURRING_INVOICE_NOT_FOUND: () => ask('deleteRecurringInvoice', { params: none }),
      PRECONDITION_FAILED: async () =>
        ask('deleteRecurringInvoice', { params: await recurring(), headers: { 'if-match': '"99"' } }),
    },
  };
}
