import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  doors = await openDoors(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const plainOf = (code: string): string => code.replace('-', '');
const buyOne = async () =>
  (await doors.buy(1, { name: 'Fatmata Koroma', phone: '076123456' }))[0] ??
  expect.fail('no ticket was sold');
const scan = (code: string, id = doors.id) =>
  shop.client.scanTicket({ params: { id }, body: { code } }).then(
    ({ data }) => data.ticket?.code ?? 'admitted',
    (error: { code: string }) => error.code,
  );
const found = async (q: string) =>
  (await shop.client.searchTickets({ params: { id: doors.id }, query: { q } })).data.tickets.map(
    ({ id, code }) => [id, code],
  );
const listed = async (q: string) =>
  (await shop.client.listTickets({ params: { id: doors.id }, query: { q } })).data.map(({ id, code }) => [
    id,
    code,
  ]);

/** Every row of every table, as a backup has it, with bytes as text too. */
async function everything(): Promise<string> {
  const tables = await service.query(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace",
  );
  const parts: string[] = [];
  for (const { name } of tables)
    parts.push(JSON.stringify(await service.query(`SELECT to_jsonb(t) AS row FROM "${String(name)}" t`)));
  return parts.join('\n');
}

test('no secret that was handed out stands in the database, neither as it is nor as bytes', async () => {
  const other = await openDoors(service, shop);
  const [first, second, third] = await doors.buy(3);
  if (!first || !second || !third) throw new Error('Three tickets were sold.');
  const { data: handedOn } = await shop.client.transferTicket({
    params: { id: second.id },
    body: { name: 'Isatu', email: 'isatu@example.sl' },
  });
  await shop.client.voidTicket({ params: { id: third.id }, body: {} });
  expect([await scan(first.code), await scan(second.code), await scan(first.code, other.id)]).toEqual([
    first.code,
    'TICKET_REVOKED',
    'WRONG_EVENT',
  ]);
  const { data: session } = await shop.client.createWidgetSession({ body: { widget: 'ticket_scanner' } });
  const { data: hook } = await shop.client.createWebhook({
    body: {
      url: 'http://127.0.0.1:65534/hook',
      events: ['ticket_order.paid', 'ticket.issued', 'ticket.scanned'],
    },
  });
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: doors.id },
    body: { items: [{ ticket_type_id: doors.typeId, quantity: 1 }], payment: { method: 'cash' } },
  });
  await service.drain();
  const tickets = [first, second, third, handedOn, ...order.tickets];
  const secrets = [
    ...tickets.flatMap(({ code, qr }) => [code, plainOf(code), qr]),
    shop.key,
    session.token,
    hook.secret,
    order.client_secret ?? '',
  ];
  const kept = await everything();
  expect(kept).toContain(first.id);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
    expect(kept).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
});

test('a code is found by all of it, in whatever spelling, by its start, and by nothing else', async () => {
  const { id, code } = await buyOne();
  const plain = plainOf(code);
  for (const q of [code, plain.toLowerCase(), plain.slice(0, 3), plain.slice(0, 7)])
    expect(await found(q), q).toContainEqual([id, code]);
  for (const q of [code, plain.toLowerCase()]) expect(await listed(q), q).toEqual([[id, code]]);
  expect(await found(plain.slice(1))).not.toContainEqual([id, code]);
  expect(await scan(plain.toLowerCase())).toBe(code);
});

test('codes from before they were sealed go on as they are, and are sealed', async () => {
  const [ticket, handedOn] = [await buyOne(), await buyOne()];
  await shop.client.transferTicket({
    params: { id: handedOn.id },
    body: { name: 'Isatu', email: 'isatu@example.sl' },
  });
  const keptOf = async (id: string) =>
    (
      await service.query(
        'SELECT length(code) AS name, code_sealed IS NOT NULL AS sealed, version FROM tickets WHERE id = $1',
        [id],
      )
    )[0];
  const { version } = (await keptOf(ticket.id)) ?? {};
  await service.query('UPDATE tickets SET code = $2, code_sealed = NULL, code_head = NULL WHERE id = $1', [
    ticket.id,
    plainOf(ticket.code),
  ]);
  await service.query('UPDATE ticket_past_codes SET code = $2 WHERE ticket_id = $1', [
    handedOn.id,
    plainOf(handedOn.code),
  ]);
  const holds = async (): Promise<void> => {
    expect((await shop.client.getTicket({ params: { id: ticket.id } })).data.code).toBe(ticket.code);
    expect([await found(plainOf(ticket.code).slice(0, 4)), await listed(ticket.code)]).toEqual([
      [[ticket.id, ticket.code]],
      [[ticket.id, ticket.code]],
    ]);
    expect(await scan(handedOn.code)).toBe('TICKET_REVOKED');
  };
  await holds();
  await service.drain();
  expect(await keptOf(ticket.id)).toEqual({ name: 32, sealed: true, version });
  expect(
    await service.query('SELECT length(code) AS name FROM ticket_past_codes WHERE ticket_id = ANY ($1)', [
      [ticket.id, handedOn.id],
    ]),
  ).toEqual([{ name: 32 }]);
  await holds();
  expect(await scan(ticket.code)).toBe(ticket.code);
});
