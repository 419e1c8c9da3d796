import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const concert = {
  name: 'Freetown Jazz',
  start_date: '2026-12-20T18:00:00Z',
  end_date: '2026-12-20T23:00:00Z',
};
const vip = { name: 'VIP', price: 250.5, quantity_available: 500 };

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const create = (body: object) => shop.client.createEvent({ body: { ...concert, ...body } as never });

describe('creating an event', () => {
  test('needs only a name and two dates', async () => {
    const { data } = await create({});
    expect(data).toMatchObject({
      name: 'Freetown Jazz',
      description: null,
      venue: null,
      address: null,
      start_date: '2026-12-20T18:00:00.000Z',
      end_date: '2026-12-20T23:00:00.000Z',
      status: 'draft',
      ticket_types: [],
      total_tickets_sold: 0,
      timezone: 'Africa/Freetown',
      currency: 'SLE',
      livemode: false,
      tickets_held: 0,
      capacity: null,
      max_tickets_per_order: 10,
      hold_minutes: 10,
      re_entry: 'none',
      metadata: {},
      published_at: null,
      pools: [],
      attendees_to_notify: false,
    });
    expect(data.id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(data.public_url).toContain(`/e/${data.id}`);
    expect(Object.keys(data).slice(0, 11)).toEqual([
      'id',
      'name',
      'description',
      'venue',
      'address',
      'start_date',
      'end_date',
      'status',
      'ticket_types',
      'total_tickets_sold',
      'created_at',
    ]);
  });

  test('brings its ticket types along, in their order', async () => {
    const { data } = await create({
      ticket_types: [
        vip,
        { name: 'Regular', price: '100', quantity_available: 0, description: 'Standing', max_per_order: 4 },
      ],
    });
    expect(data.ticket_types).toMatchObject([
      {
        name: 'VIP',
        price: 250.5,
        quantity_available: 500,
        quantity_sold: 0,
        quantity_held: 0,
        quantity_remaining: 500,
        status: 'active',
        kind: 'fixed',
        admits: 1,
        min_per_order: 1,
        max_per_order: null,
        pool_ids: [],
        position: 0,
      },
      {
        name: 'Regular',
        price: 100,
        quantity_available: 0,
        quantity_remaining: 0,
        description: 'Standing',
        max_per_order: 4,
        position: 1,
      },
    ]);
    expect((await shop.client.getEvent({ params: { id: data.id } })).data).toEqual(data);
  });

  test('may lie in the past and be published at once, which the answer warns of', async () => {
    const { data } = await create({ status: 'published', start_date: '2020-01-01', end_date: '2020-01-02' });
    expect(data).toMatchObject({
      status: 'published',
      start_date: '2020-01-01T00:00:00.000Z',
      warnings: [{ code: 'NO_TICKET_TYPES' }, { code: 'ENDS_IN_THE_PAST' }],
    });
    expect(data.published_at).not.toBeNull();
  });

  test('reads times without an offset on the clock of the merchant, and text trimmed', async () => {
    const { data } = await create({
      name: '  Jazz  ',
      start_date: '2026-12-20T18:00:00+02:00',
      venue: 'Café',
    });
    expect(data).toMatchObject({ name: 'Jazz', venue: 'Café', start_date: '2026-12-20T16:00:00.000Z' });
  });

  test('is announced, and so is that it was published', async () => {
    const other = await service.merchant();
    await other.client.createEvent({ body: { ...concert, status: 'published', ticket_types: [vip] } });
    await service.drain();
    const messages = (await other.client.listMessages()).data;
    expect(messages.map(({ event }) => event).toSorted()).toEqual(['event.created', 'event.published']);
  });

  test('happens once, however often it is sent with the same Idempotency-Key', async () => {
    const options = { idempotencyKey: 'concert-1' };
    const [one, other] = [
      await shop.client.createEvent({ body: concert, ...options }),
      await shop.client.createEvent({ body: concert, ...options }),
    ];
    expect(other.data.id).toBe(one.data.id);
    await expect(
      shop.client.createEvent({ body: { ...concert, name: 'Other' }, ...options }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('an event is refused, and nothing of it is kept,', () => {
  const refused = async (body: object, expected: object): Promise<void> => {
    const before = (await shop.client.listEvents()).meta.total;
    await expect(create(body)).rejects.toMatchObject(expected);
    expect((await shop.client.listEvents()).meta.total).toBe(before);
  };
  const at = (path: string) => ({ code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });

  test.each([
    ['that ends before it starts', { end_date: '2026-12-20T17:00:00Z' }, at('end_date')],
    ['that ends as it starts', { end_date: concert.start_date }, at('end_date')],
    ['whose doors open as it ends', { doors_open: concert.end_date }, at('doors_open')],
    ['at no time', { start_date: 'tomorrow' }, at('start_date')],
    ['without a name', { name: '   ' }, at('name')],
    ['with a name of 201 letters', { name: 'a'.repeat(201) }, at('name')],
    ['in another status than draft or published', { status: 'cancelled' }, at('status')],
    ['on a clock that nobody knows', { timezone: 'Freetown' }, at('timezone')],
    ['in money that nobody knows', { currency: 'XXX' }, at('currency')],
    ['with an id of its own', { id: 'evt_mine' }, at('id')],
    ['with tickets sold already', { total_tickets_sold: 3 }, at('total_tickets_sold')],
    [
      'with sales that end before they start',
      { sales_start: '2026-12-01', sales_end: '2026-11-30' },
      at('sales_end'),
    ],
    [
      'with 101 ticket types',
      { ticket_types: Array.from({ length: 101 }, (_, index) => ({ ...vip, name: `Type ${index}` })) },
      at('ticket_types'),
    ],
    [
      'with too many words about it',
      {
        metadata: Object.fromEntries(
          Array.from({ length: 50 }, (_, index) => [`key${index}`, 'x'.repeat(200)]),
        ),
      },
      at('metadata'),
    ],
    [
      'with a ticket type without a price',
      { ticket_types: [vip, { name: 'Regular', quantity_available: 1 }] },
      at('ticket_types[1].price'),
    ],
    ['with a price below nothing', { ticket_types: [{ ...vip, price: -1 }] }, at('ticket_types[0].price')],
    [
      'with a price beyond ten million',
      { ticket_types: [{ ...vip, price: '10000000.01' }] },
      at('ticket_types[0].price'),
    ],
    [
      'with half a ticket',
      { ticket_types: [{ ...vip, quantity_available: 1.5 }] },
      at('ticket_types[0].quantity_available'),
    ],
    [
      'with tickets sold of a type',
      { ticket_types: [{ ...vip, quantity_sold: 1 }] },
      at('ticket_types[0].quantity_sold'),
    ],
    ['with an id for a ticket type', { ticket_types: [{ ...vip, id: 'tt_mine' }] }, at('ticket_types[0].id')],
    [
      'with a price for what is free',
      { ticket_types: [{ ...vip, kind: 'free' }] },
      at('ticket_types[0].price'),
    ],
    [
      'with a least price for what is no donation',
      { ticket_types: [{ ...vip, min_price: 5 }] },
      at('ticket_types[0].min_price'),
    ],
    [
      'with more at least than at most',
      { ticket_types: [{ ...vip, min_per_order: 3, max_per_order: 2 }] },
      at('ticket_types[0].max_per_order'),
    ],
    [
      'with a price of a third of a cent',
      { ticket_types: [vip, { ...vip, name: 'Regular', price: 1.005 }] },
      { code: 'AMOUNT_PRECISION', details: { fields: [{ path: 'ticket_types[1].price' }] } },
    ],
    [
      'with two ticket types of one name',
      { ticket_types: [vip, { ...vip, name: 'vip' }] },
      { code: 'DUPLICATE_TICKET_TYPE' },
    ],
    [
      'with a pool that it does not have',
      { ticket_types: [{ ...vip, pool_ids: ['pool_none'] }] },
      { code: 'POOL_NOT_FOUND' },
    ],
  ])('%s', async (_what, body, expected) => refused(body, expected));
});
