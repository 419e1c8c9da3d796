import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvents } from '../index.ts';
import { readSnapshot } from '../../../store/index.ts';
import { sale, type Sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let jazz: Sale;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  jazz = await sale(shop, { quantity_available: 1_000, price: 33.33 });
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyEvents)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const order = async (quantity: number, promo_code: string) =>
  (
    await shop.client.createTicketOrder({
      params: { id: jazz.eventId },
      body: { promo_code, items: [{ ticket_type_id: jazz.typeId, quantity }] },
    })
  ).data;
const uses = async (id: string) =>
  (await shop.client.listPromoCodes({ params: { id: jazz.eventId } })).data.find((promo) => promo.id === id)
    ?.uses;

describe('a promo code', () => {
  test('takes its percentage off, rounded once; tickets cost what is left, to the cent', async () => {
    const { data: promo } = await shop.client.createPromoCode({
      params: { id: jazz.eventId },
      body: { code: 'early10', kind: 'percent', value: 12.5 },
    });
    expect(promo).toMatchObject({ code: 'EARLY10', kind: 'percent', value: 12.5, uses: 0, max_uses: null });
    const held = await order(3, ' Early10');
    expect(held).toMatchObject({ subtotal: 99.99, discount: 12.5, total: 87.49, promo_code: 'EARLY10' });
    await shop.client.payTicketOrder({ params: { id: held.id }, body: { method: 'cash' } });
    const { data: paid } = await shop.client.getTicketOrder({ params: { id: held.id } });
    expect(paid.tickets.map(({ price }) => price)).toEqual([29.17, 29.16, 29.16]);
    expect(await uses(promo.id)).toBe(1);
  });

  test('is used as often as it may be, and given back by orders that came to nothing', async () => {
    const { data: promo } = await shop.client.createPromoCode({
      params: { id: jazz.eventId },
      body: { code: 'FIRST5', kind: 'amount', value: '10.00', max_uses: 5 },
    });
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => order(1, 'FIRST5')));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'PROMO_INVALID' });
    expect(await uses(promo.id)).toBe(5);
    const [first] = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await shop.client.cancelTicketOrder({ params: { id: first?.id ?? '' } });
    expect(await uses(promo.id)).toBe(4);
    await expect(
      shop.client.updatePromoCode({ params: { id: jazz.eventId, promoId: promo.id }, body: { max_uses: 3 } }),
    ).rejects.toMatchObject({ code: 'CAPACITY_BELOW_SOLD' });
    expect(
      (
        await shop.client.updatePromoCode({
          params: { id: jazz.eventId, promoId: promo.id },
          body: { max_uses: 4 },
        })
      ).data.max_uses,
    ).toBe(4);
    await expect(order(1, 'FIRST5')).rejects.toMatchObject({ code: 'PROMO_INVALID' });
  });

  test('counts only in its time, while it is active, and for its ticket types', async () => {
    const { data: later } = await shop.client.createPromoCode({
      params: { id: jazz.eventId },
      body: { code: 'LATER', kind: 'percent', value: 100, valid_from: '2029-01-01T00:00:00Z' },
    });
    await expect(order(1, 'LATER')).rejects.toMatchObject({ code: 'PROMO_INVALID' });
    await shop.client.updatePromoCode({
      params: { id: jazz.eventId, promoId: later.id },
      body: { valid_from: null },
    });
    expect(await order(1, 'LATER')).toMatchObject({ total: 0, discount: 33.33 });
    const params = { id: jazz.eventId, promoId: later.id };
    const first = await shop.client.updatePromoCode({ params, body: { max_uses: 9 } });
    expect((await shop.client.updatePromoCode({ params, body: { max_uses: 9 } })).data).toEqual(first.data);
    await shop.client.updatePromoCode({
      params: { id: jazz.eventId, promoId: later.id },
      body: { active: false },
    });
    await expect(order(1, 'LATER')).rejects.toMatchObject({ code: 'PROMO_INVALID' });
    await shop.client.deletePromoCode({ params: { id: jazz.eventId, promoId: later.id } });
    await expect(order(1, 'LATER')).rejects.toMatchObject({ code: 'PROMO_INVALID' });
    await expect(
      shop.client.deletePromoCode({ params: { id: jazz.eventId, promoId: later.id } }),
    ).rejects.toMatchObject({ code: 'PROMO_NOT_FOUND' });
    const { data: backstage } = await shop.client.createTicketType({
      params: { id: jazz.eventId },
      body: { name: 'Backstage', price: 500, quantity_available: 10 },
    });
    await shop.client.createPromoCode({
      params: { id: jazz.eventId },
      body: { code: 'CREW', kind: 'percent', value: 50, ticket_type_ids: [backstage.id] },
    });
    await expect(order(1, 'CREW')).rejects.toMatchObject({ code: 'PROMO_INVALID' });
  });

  test.each([
    { type: 'percent', kind: 'percent', value: 12.5, discount: 8.33 },
    { type: 'fixed', kind: 'amount', value: 12.5, discount: 12.5 },
  ] as const)(
    'says how much in two words: as $type, as $kind and as both the same',
    async ({ type, kind, value, discount }) => {
      for (const [at, said] of [{ type }, { kind }, { type, kind }].entries()) {
        const { data: promo } = await shop.client.createPromoCode({
          params: { id: jazz.eventId },
          body: { code: `${type}-${at}`, ...said, value },
        });
        expect(promo).toMatchObject({ type, kind, value });
        expect(
          (await shop.client.listPromoCodes({ params: { id: jazz.eventId } })).data.find(
            ({ id }) => id === promo.id,
          ),
        ).toMatchObject({ type, kind, value });
        expect(
          (
            await shop.client.updatePromoCode({
              params: { id: jazz.eventId, promoId: promo.id },
              body: { max_uses: 9 },
            })
          ).data,
        ).toMatchObject({ type, kind, value });
        expect(await order(2, promo.code)).toMatchObject({ subtotal: 66.66, discount });
      }
    },
  );

  test('is refused with two words that disagree, with none, and with the word of the other field', async () => {
    const problems = async (body: object) => {
      const refused: unknown = await shop.client
        .createPromoCode({ params: { id: jazz.eventId }, body: { code: 'WORDS', value: 10, ...body } })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
      return (
        refused as { readonly details: { readonly fields: readonly { readonly path: string }[] } }
      ).details.fields.map(({ path }) => path);
    };
    expect(await problems({ type: 'percent', kind: 'amount' })).toEqual(['kind']);
    expect(await problems({ type: 'fixed', kind: 'percent' })).toEqual(['kind']);
    expect(await problems({})).toEqual(['type']);
    expect(await problems({ type: 'amount' })).toEqual(['type']);
    expect(await problems({ kind: 'fixed' })).toEqual(['kind']);
  });

  test('is refused with a value that is none, for types that are not there, and twice', async () => {
    const create = (body: object) =>
      shop.client.createPromoCode({
        params: { id: jazz.eventId },
        body: { code: 'TWICE', kind: 'percent', value: 10, ...body },
      });
    await expect(create({ value: 100.1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(create({ value: 0 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(create({ kind: 'amount', value: 1.005 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
    });
    await expect(create({ ticket_type_ids: ['tt_00000000000000000000000000'] })).rejects.toMatchObject({
      code: 'TICKET_TYPE_NOT_FOUND',
    });
    await create({});
    await expect(create({ code: 'twice' })).rejects.toMatchObject({ code: 'DUPLICATE_PROMO' });
    await expect(
      shop.client.createPromoCode({
        params: { id: 'evt_00000000000000000000000000' },
        body: { code: 'XX', kind: 'percent', value: 10 },
      }),
    ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  });
});
