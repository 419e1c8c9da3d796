import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
let shop: TestMerchant;
let now: Date;
const at = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  now = service.server.runtime.context.world.now();
  const events = [
    { name: 'Over', start_date: at(-3), end_date: at(-2), status: 'published' },
    { name: 'Running', venue: 'Stadium 100%', start_date: at(-1), end_date: at(1), status: 'published' },
    { name: 'Later', start_date: at(9), end_date: at(10), status: 'draft' },
    { name: 'Soon', start_date: at(2), end_date: at(3), status: 'published' },
    { name: 'Called off', start_date: at(4), end_date: at(5) },
  ] as const;
  for (const event of events) {
    const { id } = await newEvent(shop, event);
    if (event.name === 'Called off')
      await shop.client.updateEvent({ params: { id }, body: { status: 'cancelled' } });
    service.advance(1_000);
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const names = async (query: object) =>
  (await shop.client.listEvents({ query: query as never })).data.map(({ name }) => name);

test('all events come newest first, whatever their status', async () => {
  const { data, meta } = await shop.client.listEvents();
  expect(data.map(({ name }) => name)).toEqual(['Called off', 'Soon', 'Later', 'Running', 'Over']);
  expect(meta).toMatchObject({ page: 1, limit: 20, total: 5, has_next_page: false });
  expect(data[0]?.ticket_types).toHaveLength(2);
});

test.each(['true', '1'])(
  'upcoming=%s leaves out what is over or called off, next first',
  async (upcoming) => {
    expect(await names({ upcoming })).toEqual(['Running', 'Soon', 'Later']);
  },
);

test.each(['false', '0'])('upcoming=%s asks for nothing', async (upcoming) => {
  expect(await names({ upcoming })).toHaveLength(5);
});

test('a status narrows the list, and names cancelled ones among the upcoming', async () => {
  expect(await names({ status: 'draft' })).toEqual(['Later']);
  expect(await names({ status: 'cancelled', upcoming: 'true' })).toEqual(['Called off']);
  expect(await names({ status: 'published', upcoming: 'true' })).toEqual(['Running', 'Soon']);
});

test('words are looked for in name and venue, as they stand', async () => {
  expect(await names({ q: 'oo' })).toEqual(['Soon']);
  expect(await names({ q: '100%' })).toEqual(['Running']);
  expect(await names({ q: '%' })).toEqual(['Running']);
});

test('from and to bound the start', async () => {
  expect(await names({ from: at(2), to: at(9) })).toEqual(['Called off', 'Soon']);
});

test('pages and cursors walk the same list, and beyond its end is nothing', async () => {
  const query = { upcoming: 'true' as const, limit: 2 };
  const first = await shop.client.listEvents({ query });
  expect(first.meta).toMatchObject({ total: 3, has_next_page: true });
  expect(
    (await shop.client.listEvents({ query: { ...query, page: 2 } })).data.map(({ name }) => name),
  ).toEqual(['Later']);
  expect(
    (await shop.client.listEvents({ query: { ...query, cursor: first.meta.next_cursor ?? '' } })).data.map(
      ({ name }) => name,
    ),
  ).toEqual(['Later']);
  expect(await shop.client.listEvents({ query: { page: 9 } })).toMatchObject({
    data: [],
    meta: { total: 5, has_next_page: false },
  });
});

test('the list is a table for spreadsheets as well', async () => {
  const answer = await fetch(`${service.baseUrl}/events?limit=1`, {
    headers: { 'x-api-key': shop.key, accept: 'text/csv' },
  });
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^id,name,description,venue,address,start_date/);
});

test('another merchant sees nothing of it', async () => {
  expect(await (await service.merchant()).client.listEvents()).toMatchObject({
    data: [],
    meta: { total: 0 },
  });
});

test.each([
  [{ limit: 0 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ page: 0 }, 'page'],
  [{ status: 'over' }, 'status'],
  [{ upcoming: 'yes' }, 'upcoming'],
  [{ from: 'soon' }, 'from'],
])('%o is refused by name', async (query, path) => {
  await expect(names(query)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path }] },
  });
});

test('pages beyond item 100,000 are walked by cursor', async () => {
  await expect(names({ page: 1_001, limit: 100 })).rejects.toMatchObject({ code: 'PAGE_TOO_DEEP' });
});
