import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { signedInMember, type TestMember } from '../../../../test/kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let limited: TestMember;
let free: TestMember;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  // At most NLe 50 at once.
  limited = await signedInMember(service, { merchantId: shop.id, role: 'admin', refundMax: 5_000n });
  free = await signedInMember(service, { merchantId: shop.id, role: 'admin' });
});
afterAll(() => service[Symbol.asyncDispose]());

const BEYOND = {
  status: 403,
  code: 'MEMBER_LIMIT_EXCEEDED',
  details: { limit: 'refund_max', allowed: 50, currency: 'SLE' },
};

async function sold(unit_price: number): Promise<{ readonly id: string }> {
  const items = [{ custom_name: 'Bag', unit_price }];
  const { data } = await shop.client.createSale({ body: { items, payments: [{ channel: 'cash' }] } });
  return { id: data.id };
}

test('a sale above the limit is voided by no limited member, and stays', async () => {
  const params = await sold(50.01);
  await expect(limited.client.voidSale({ params, body: {} })).rejects.toMatchObject(BEYOND);
  expect((await shop.client.getSale({ params })).data.status).toBe('completed');
  expect((await free.client.voidSale({ params, body: {} })).data.status).toBe('voided');
  expect((await limited.client.voidSale({ params: await sold(50), body: {} })).data.status).toBe('voided');
});

test('an open sale is given up only as far as what was paid of it may go back', async () => {
  const open = async (amount: number): Promise<{ readonly id: string }> => {
    const items = [{ custom_name: 'Bag', unit_price: 100 }];
    const payments = [{ channel: 'cash' as const, amount }];
    const { data } = await shop.client.createSale({ body: { items, status: 'open', payments } });
    return { id: data.id };
  };
  await expect(limited.client.cancelSale({ params: await open(60), body: {} })).rejects.toMatchObject(BEYOND);
  const { data } = await limited.client.cancelSale({ params: await open(40), body: {} });
  expect(data.status).toBe('cancelled');
});

test('a credit note above the limit is written by no limited member, whether money goes back or not', async () => {
  const { data: invoice } = await shop.client.createInvoice({
    body: {
      customer: { name: 'Isatu' },
      items: [{ description: 'Work', unit_price: 100 }],
      finalize: true,
    },
  });
  const params = { id: invoice.id };
  await expect(limited.client.createCreditNote({ params, body: { amount: 50.01 } })).rejects.toMatchObject(
    BEYOND,
  );
  await expect(limited.client.createCreditNote({ params, body: {} })).rejects.toMatchObject(BEYOND);
  expect((await limited.client.createCreditNote({ params, body: { amount: 50 } })).data.amount).toBe(50);
});

test('an event whose orders paid more than the limit is cancelled by no limited member; one without orders is', async () => {
  const cancel = (id: string) => ({ params: { id }, body: { status: 'cancelled' as const } });
  const sold = await newEvent(shop, { status: 'published' });
  await shop.client.createTicketOrder({
    params: { id: sold.id },
    body: {
      items: [{ ticket_type_id: sold.ticket_types[0]?.id ?? '', quantity: 1 }],
      payment: { method: 'cash' },
    },
  });
  await expect(limited.client.updateEvent(cancel(sold.id))).rejects.toMatchObject(BEYOND);
  expect((await shop.client.getEvent({ params: { id: sold.id } })).data.status).toBe('published');
  const { id } = await newEvent(shop, { status: 'published' });
  expect((await limited.client.updateEvent(cancel(id))).data.status).toBe('cancelled');
});

test('a limited member makes no key and renews none, for keys have no limit', async () => {
  const body = { scopes: ['payments:read' as const] };
  await expect(limited.client.createKey({ body })).rejects.toMatchObject(BEYOND);
  const { data: key } = await free.client.createKey({ body });
  await expect(limited.client.rotateKey({ params: { id: key.id }, body: {} })).rejects.toMatchObject(BEYOND);
  expect((await free.client.rotateKey({ params: { id: key.id }, body: {} })).status).toBe(201);
});

test('a limited member lets nobody refund or void at a till, which would be the way around it', async () => {
  const { client } = limited;
  const add = (role: 'cashier' | 'supervisor') => ({ body: { name: 'Aminata', role } });
  await expect(client.createStaff(add('supervisor'))).rejects.toMatchObject(BEYOND);
  const params = { id: (await client.createStaff(add('cashier'))).data.id };
  expect((await client.setStaffPin({ params, body: { pin: '482719' } })).data.has_pin).toBe(true);
  await expect(client.updateStaff({ params, body: { permissions: ['sell', 'void'] } })).rejects.toMatchObject(
    BEYOND,
  );
  const boss = (await free.client.createStaff(add('supervisor'))).data;
  const ofBoss = { params: { id: boss.id } };
  await expect(client.setStaffPin({ ...ofBoss, body: { pin: '482719' } })).rejects.toMatchObject(BEYOND);
  expect((await client.updateStaff({ ...ofBoss, body: { name: 'Hawa' } })).data.name).toBe('Hawa');
  await client.updateStaff({ ...ofBoss, body: { is_active: false } });
  await expect(client.updateStaff({ ...ofBoss, body: { is_active: true } })).rejects.toMatchObject(BEYOND);
});

test('no member begins a session of a widget, which stands on a key', async () => {
  await expect(
    free.client.createWidgetSession({ body: { widget: 'payment_link_creator' } }),
  ).rejects.toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE', details: { role: 'admin' } });
});
