import { eventStatuses, eventTransition, type EventStatus, type UpdateEventBody } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concert, newEvent, regular, vip } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const patch = async (id: string, body: UpdateEventBody) =>
  (await shop.client.updateEvent({ params: { id }, body })).data;

/** As orders would: so many sold and held of the first ticket type. */
async function sell(
  {
    id,
    ticket_types: [type],
  }: { readonly id: string; readonly ticket_types: readonly { readonly id: string }[] },
  gone: { readonly sold?: number; readonly held?: number },
): Promise<void> {
  await service.query(
    'UPDATE capacity_counters SET sold = $3, held = $4 WHERE event_id = $1 AND id IN ($1, $2)',
    [id, type?.id, gone.sold ?? 0, gone.held ?? 0],
  );
}

describe('changing an event', () => {
  test('the fields given change, null clears, and the rest stays', async () => {
    const event = await newEvent(shop, {
      venue: 'Hall',
      address: '1 Main Road',
      metadata: { a: 1 },
      capacity: 600,
    });
    const { updated_at: _, ...rest } = event;
    const changed = await patch(event.id, {
      venue: 'National Stadium',
      address: null,
      capacity: null,
      sales_end: '2099-12-20T17:00:00Z',
      scan_policy: { gates: ['North'] },
    });
    expect(changed).toMatchObject({
      ...rest,
      venue: 'National Stadium',
      address: null,
      capacity: null,
      sales_end: '2099-12-20T17:00:00.000Z',
      scan_policy: { ...event.scan_policy, gates: ['North'] },
    });
    expect((await shop.client.getEvent({ params: { id: event.id } })).data).toEqual(changed);
  });

  test('ticket types with an id change, those without are made, and those that are not named stay', async () => {
    const event = await newEvent(shop);
    const [first] = event.ticket_types;
    const changed = await patch(event.id, {
      ticket_types: [
        { id: first?.id ?? '', price: 300, position: 7 },
        { name: 'Table', price: 2_000, quantity_available: 10, admits: 8 },
      ],
    });
    expect(
      changed.ticket_types.map(({ name, price, position, admits }) => [name, price, position, admits]),
    ).toEqual([
      ['Regular', 100, 1, 1],
      ['VIP', 300, 7, 1],
      ['Table', 2_000, 8, 8],
    ]);
  });

  test('two ticket types can swap their names at once', async () => {
    const event = await newEvent(shop);
    const [one, other] = event.ticket_types;
    const changed = await patch(event.id, {
      ticket_types: [
        { id: one?.id ?? '', name: 'Regular' },
        { id: other?.id ?? '', name: 'VIP' },
      ],
    });
    expect(changed.ticket_types.map(({ name }) => name)).toEqual(['Regular', 'VIP']);
  });

  test('what was read can be sent back whole, and changes nothing and tells nobody', async () => {
    const other = await service.merchant();
    const event = await newEvent(other);
    await service.drain();
    const before = (await other.client.listMessages()).meta.total;
    expect((await other.client.updateEvent({ params: { id: event.id }, body: event as never })).data).toEqual(
      event,
    );
    await service.drain();
    expect((await other.client.listMessages()).meta.total).toBe(before);
  });

  test('who holds tickets must learn of a new place or time, until the merchant says that they know', async () => {
    const event = await newEvent(shop, { status: 'published' });
    expect(await patch(event.id, { venue: 'Hall' })).toMatchObject({ attendees_to_notify: false });
    await sell(event, { sold: 2 });
    expect(await patch(event.id, { description: 'Bring a friend' })).toMatchObject({
      attendees_to_notify: false,
      total_tickets_sold: 2,
    });
    expect(await patch(event.id, { start_date: '2099-12-20T19:00:00Z' })).toMatchObject({
      attendees_to_notify: true,
    });
    expect(await patch(event.id, { attendees_to_notify: false })).toMatchObject({
      attendees_to_notify: false,
    });
  });

  test('the message names what changed', async () => {
    const other = await service.merchant();
    const event = await newEvent(other);
    await other.client.updateEvent({
      params: { id: event.id },
      body: { venue: 'Hall', status: 'published', ticket_types: [{ ...vip, name: 'Table' }] },
    });
    await service.drain();
    const messages = (await other.client.listMessages()).data;
    const bodies = await Promise.all(
      messages.map(async ({ id }) =>
        JSON.parse(String((await other.client.getMessage({ params: { id } })).data.body)),
      ),
    );
    expect(bodies.map(({ event: kind }) => kind).toSorted()).toEqual([
      'event.created',
      'event.published',
      'event.updated',
    ]);
    expect(bodies.find(({ event: kind }) => kind === 'event.updated')).toMatchObject({
      data: {
        object: {
          event_id: event.id,
          status: 'published',
          venue: 'Hall',
          changed: ['venue', 'status', 'ticket_types', 'published_at'],
        },
      },
    });
  });

  test('another currency reads the same figures anew, while nobody ordered', async () => {
    const event = await newEvent(shop, { ticket_types: [{ ...vip, price: 250 }] });
    expect(await patch(event.id, { currency: 'XOF' })).toMatchObject({
      currency: 'XOF',
      ticket_types: [{ price: 250, currency: 'XOF' }],
    });
    const cents = await newEvent(shop, { ticket_types: [vip] });
    await expect(patch(cents.id, { currency: 'XOF' })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      details: { fields: [{ path: 'ticket_types[0].price' }] },
    });
  });
});

describe('a change is refused', () => {
  test('that is empty', async () => {
    const { id } = await newEvent(shop);
    await expect(patch(id, {})).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'body' }] },
    });
  });

  test.each([
    ['id', { id: 'evt_other' }],
    ['total_tickets_sold', { total_tickets_sold: 1 }],
    ['created_at', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['quantity_sold', { quantity_sold: 0 }],
    ['end_date', { end_date: '2000-01-01' }],
    ['doors_open', { doors_open: '2199-01-01' }],
    ['cancel_reason', { cancel_reason: 'Rain' }],
    ['name', { name: null }],
    ['ticket_types[0].price', { ticket_types: [{ name: 'Table', quantity_available: 4 }] }],
  ])('that sets %s as it cannot be', async (path, body) => {
    const { id } = await newEvent(shop);
    await expect(patch(id, body as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path }] },
    });
  });

  test('that moves it away from its doors, but not one that lets its doors open after it began', async () => {
    const { id, start_date: start, end_date: end } = await newEvent(shop);
    const inside = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString();
    expect((await patch(id, { doors_open: inside })).doors_open).toBe(inside);
    const earlier = { start_date: '2030-01-01', end_date: '2030-01-02' };
    await expect(patch(id, earlier)).rejects.toMatchObject({
      details: { fields: [{ path: 'doors_open' }] },
    });
    expect(await patch(id, { ...earlier, doors_open: null })).toMatchObject({ doors_open: null });
  });

  test('of a price with more decimals than the money has', async () => {
    const {
      id,
      ticket_types: [type],
    } = await newEvent(shop);
    await expect(patch(id, { ticket_types: [{ id: type?.id ?? '', price: 1.005 }] })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
    });
  });

  test('of an event that is not there', async () => {
    await expect(patch('evt_none', { venue: 'Hall' })).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  });

  test('of a ticket type or pool that the event does not have', async () => {
    const {
      id,
      ticket_types: [type],
    } = await newEvent(shop);
    await expect(patch(id, { ticket_types: [{ id: 'tt_none', price: 1 }] })).rejects.toMatchObject({
      code: 'TICKET_TYPE_NOT_FOUND',
    });
    await expect(
      patch(id, { ticket_types: [{ id: type?.id ?? '', pool_ids: ['pool_none'] }] }),
    ).rejects.toMatchObject({ code: 'POOL_NOT_FOUND' });
  });

  test('that gives two ticket types one name', async () => {
    const { id } = await newEvent(shop);
    await expect(patch(id, { ticket_types: [{ ...regular, name: 'vip' }] })).rejects.toMatchObject({
      code: 'DUPLICATE_TICKET_TYPE',
    });
  });

  test('that leaves less room than is sold and held, in the event or a type of it', async () => {
    const event = await newEvent(shop, { status: 'published' });
    const id = event.ticket_types[0]?.id ?? '';
    await sell(event, { sold: 3, held: 2 });
    await expect(patch(event.id, { ticket_types: [{ id, quantity_available: 4 }] })).rejects.toMatchObject({
      code: 'CAPACITY_BELOW_SOLD',
      details: { sold: 3, held: 2 },
    });
    await expect(patch(event.id, { capacity: 4 })).rejects.toMatchObject({
      code: 'CAPACITY_BELOW_SOLD',
      details: { sold: 3, held: 2 },
    });
    expect(
      await patch(event.id, { capacity: 5, ticket_types: [{ id, quantity_available: 5 }] }),
    ).toMatchObject({ capacity: 5, ticket_types: [{ quantity_available: 5, quantity_remaining: 0 }, {}] });
  });

  test('of the currency after an order', async () => {
    const event = await newEvent(shop, { status: 'published' });
    await sell(event, { held: 1 });
    await expect(patch(event.id, { currency: 'USD' })).rejects.toMatchObject({ code: 'EVENT_HAS_SALES' });
  });

  test('on a version that somebody else has changed since', async () => {
    const { id } = await newEvent(shop);
    const headers = { 'x-api-key': shop.key, 'content-type': 'application/json' };
    const etag = (await fetch(`${service.baseUrl}/events/${id}`, { headers })).headers.get('etag') ?? '';
    await patch(id, { venue: 'Hall' });
    const answer = await fetch(`${service.baseUrl}/events/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': etag },
      body: '{"venue":"Stadium"}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      412,
      { error: { code: 'PRECONDITION_FAILED' } },
    ]);
  });
});

describe('the status of an event', () => {
  const inStatus: Readonly<Record<EventStatus, (fields: object) => Promise<string>>> = {
    draft: async (fields) => (await newEvent(shop, fields)).id,
    published: async (fields) => (await newEvent(shop, { ...fields, status: 'published' })).id,
    cancelled: async (fields) =>
      (await patch((await newEvent(shop, fields)).id, { status: 'cancelled', cancel_reason: 'Rain' })).id,
    completed: async (fields) => {
      const { id } = await newEvent(shop, { ...fields, status: 'published' });
      await patch(id, { status: 'completed' });
      return id;
    },
  };
  const pairs = eventStatuses.flatMap((from) => eventStatuses.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s', async (from, to) => {
    const id = await inStatus[from]({ start_date: '2020-01-01' });
    const legal = eventTransition(from, to);
    const moved = patch(id, {
      status: to,
      ...(legal?.only === 'end_moved_ahead' ? { end_date: '2099-12-21' } : {}),
    });
    if (from === to || legal) expect(await moved).toMatchObject({ status: to });
    else
      await expect(moved).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        details: { from, to, allowed: expect.not.arrayContaining([to]) },
      });
  });

  test('a published event with tickets sold or held stays published', async () => {
    const event = await newEvent(shop, { status: 'published' });
    await sell(event, { held: 1 });
    await expect(patch(event.id, { status: 'draft' })).rejects.toMatchObject({
      code: 'EVENT_HAS_SALES',
      details: { sold: 0, held: 1 },
    });
    await sell(event, {});
    expect(await patch(event.id, { status: 'draft' })).toMatchObject({ status: 'draft', published_at: null });
  });

  test('an event that has not begun cannot be completed', async () => {
    const { id } = await newEvent(shop, { status: 'published' });
    await expect(patch(id, { status: 'completed' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'published', to: 'completed', allowed: ['draft', 'cancelled'] },
    });
  });

  test('a completed event is published again only with an end in the future in the same request', async () => {
    const id = await inStatus.completed({ start_date: '2020-01-01' });
    await expect(patch(id, { status: 'cancelled' })).rejects.toMatchObject({
      message:
        'A completed event cannot become cancelled. It can only become published. Send an end_date in the future in the same request.',
    });
    await expect(patch(id, { status: 'published' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(patch(id, { status: 'published', end_date: '2020-01-02' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await patch(id, { status: 'published', end_date: '2099-12-22' })).toMatchObject({
      status: 'published',
    });
  });

  test('sales are open exactly while it is published', async () => {
    const open = async (id: string) =>
      (
        await service.query("SELECT open FROM capacity_counters WHERE event_id = $1 AND kind = 'event'", [id])
      )[0]?.['open'];
    const { id } = await newEvent(shop);
    expect(await open(id)).toBe(false);
    await patch(id, { status: 'published' });
    expect(await open(id)).toBe(true);
    expect(await patch(id, { status: 'cancelled', cancel_reason: 'Rain' })).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Rain',
    });
    expect(await open(id)).toBe(false);
  });

  test('publishing without ticket types is allowed and warned of', async () => {
    const { id } = await newEvent(shop, { ticket_types: [] });
    expect(await patch(id, { status: 'published' })).toMatchObject({
      status: 'published',
      warnings: [{ code: 'NO_TICKET_TYPES' }],
    });
  });

  test('an event completes by itself at its end, but not one that was over when it was published', async () => {
    const now = service.server.runtime.context.world.now().getTime();
    const soon = (ms: number): string => new Date(now + ms).toISOString();
    const running = await newEvent(shop, {
      status: 'published',
      start_date: soon(60_000),
      end_date: soon(120_000),
    });
    const past = await newEvent(shop, {
      status: 'published',
      start_date: concert.start_date.replace('2099', '2019'),
      end_date: concert.end_date.replace('2099', '2019'),
    });
    await service.drain();
    expect((await shop.client.getEvent({ params: { id: running.id } })).data.status).toBe('published');
    service.advance(120_000);
    await service.drain();
    expect((await shop.client.getEvent({ params: { id: running.id } })).data.status).toBe('completed');
    expect((await shop.client.getEvent({ params: { id: past.id } })).data.status).toBe('published');
  });

  test('a test clock completes events at their end, and the wall clock does not', async () => {
    const other = await service.merchant();
    const { data: clock } = await other.client.createTestClock({ body: { now: '2030-01-01' } });
    const { id } = await newEvent(other, {
      status: 'published',
      start_date: '2030-01-02',
      end_date: '2030-01-03',
    });
    await other.client.advanceTestClock({ params: { id: clock.id }, body: { to: '2030-01-02T12:00:00Z' } });
    expect((await other.client.getEvent({ params: { id } })).data.status).toBe('published');
    await other.client.advanceTestClock({ params: { id: clock.id }, body: { to: '2030-01-03' } });
    expect((await other.client.getEvent({ params: { id } })).data).toMatchObject({
      status: 'completed',
      updated_at: '2030-01-03T00:00:00.000Z',
    });
  });
});
