import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@cottontree/client';
import type { Ticket } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { verifyEvents } from '../../src/modules/events/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const RACES = figure(6, 200);
const DOORS = 40;
const TICKETS = figure(80, 4_000);
const KILLS = figure(3, 40);
const TIMEOUT_MS = figure(180_000, 1_800_000);

type Answer = {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly code: string | undefined;
};

/** One door asks; null where no answer came. */
async function scan(
  baseUrl: string,
  { key, eventId, body }: { readonly key: string; readonly eventId: string; readonly body: object },
): Promise<Answer | null> {
  try {
    const answer = await fetch(`${baseUrl}/events/${eventId}/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = (await answer.json()) as {
      readonly data?: Answer['data'];
      readonly error?: { readonly code: string };
    };
    return { status: answer.status, data: said.data, code: said.error?.code };
  } catch {
    return null;
  }
}

async function sell(
  client: Client,
  count: number,
  event: object = {},
): Promise<{ readonly eventId: string; readonly tickets: readonly Ticket[] }> {
  const now = Date.now();
  const times = {
    start_date: new Date(now - 3_600_000).toISOString(),
    end_date: new Date(now + 36_000_000).toISOString(),
  };
  const { data } = await client.createEvent({
    body: {
      name: 'Freetown Jazz',
      ...times,
      status: 'published',
      max_tickets_per_order: 20,
      ticket_types: [{ name: 'Standard', price: 50, quantity_available: 10_000 }],
      ...event,
    },
  });
  const tickets: Ticket[] = [];
  while (tickets.length < count) {
    const items = [
      { ticket_type_id: data.ticket_types[0]?.id ?? '', quantity: Math.min(20, count - tickets.length) },
    ];
    tickets.push(
      ...(
        await client.createTicketOrder({
          params: { id: data.id },
          body: { items, channel: 'pos', payment: { method: 'cash' } },
        })
      ).data.tickets,
    );
  }
  return { eventId: data.id, tickets };
}

const counter = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(codes)].toSorted().map((code) => [code, codes.filter((one) => one === code).length]),
  );
const said = (answer: Answer | null): string =>
  answer === null ? 'no answer' : (answer.code ?? String(answer.data?.['result']));

test(
  `forty doors at one ticket, over two servers, admit exactly one; a repeated nonce is one scan (seed ${seed})`,
  { timeout: TIMEOUT_MS },
  async () => {
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    await using one = await startProgram(environment);
    await using other = await startProgram(environment);
    const { key } = await openShop(environment);
    const client = createClient({ baseUrl: one.baseUrl, apiKey: key, retries: 0 });
    const { eventId, tickets } = await sell(client, RACES * 2);

    for (const { qr } of tickets.slice(0, RACES)) {
      const answers = await Promise.all(
        Array.from({ length: DOORS }, (_, door) =>
          scan((door % 2 ? one : other).baseUrl, {
            key,
            eventId,
            body: { code: qr, device_id: `door-${door}`, nonce: randomUUID() },
          }),
        ),
      );
      expect(counter(answers.map(said))).toEqual({ TICKET_ALREADY_USED: DOORS - 1, admitted: 1 });
    }
    for (const { qr } of tickets.slice(RACES)) {
      const nonce = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: DOORS }, (_, at) =>
          scan((at % 2 ? one : other).baseUrl, {
            key,
            eventId,
            body: { code: qr, device_id: 'door-1', nonce },
          }),
        ),
      );
      expect(counter(answers.map(said))).toEqual({ admitted: DOORS });
      expect(new Set(answers.map((answer) => answer?.data?.['scan_id'])).size).toBe(1);
    }
    const connection = { connectionString: database.url };
    const [counted] = await look(
      connection,
      `SELECT count(*) FILTER (WHERE result = 'admitted')::int AS admitted, count(*) FILTER (WHERE result = 'rejected')::int AS rejected FROM scans`,
    );
    expect(counted).toEqual({ admitted: RACES * 2, rejected: RACES * (DOORS - 1) });
    expect((await client.getScanStats({ params: { id: eventId } })).data).toMatchObject({
      issued: RACES * 2,
      admitted: RACES * 2,
      remaining: 0,
      rejected: RACES * (DOORS - 1),
      percent: 100,
    });
    expect(await readSnapshot(connection, verifyEvents)).toEqual([]);
  },
);

test(
  `a ticket that is voided while it is scanned was scanned before or not at all (seed ${seed})`,
  { timeout: TIMEOUT_MS },
  async () => {
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    await using one = await startProgram(environment);
    await using other = await startProgram(environment);
    const { key } = await openShop(environment);
    const client = createClient({ baseUrl: one.baseUrl, apiKey: key, retries: 0 });
    const { eventId, tickets } = await sell(client, RACES * 4);
    const outcomes: string[] = [];
    for (const ticket of tickets) {
      const [scanned, voided] = await Promise.all([
        scan(other.baseUrl, { key, eventId, body: { code: ticket.qr, device_id: 'door-1' } }),
        client.voidTicket({ params: { id: ticket.id }, body: { reason: 'Refunded' } }).then(
          () => 'voided',
          (error: { readonly code: string }) => error.code,
        ),
      ]);
      outcomes.push(`${said(scanned)}, ${voided}`);
    }
    const connection = { connectionString: database.url };
    for (
      let waitedMs = 0;
      Number((await look(connection, 'SELECT count(*)::int AS left FROM outbox'))[0]?.['left']) > 0 &&
      waitedMs < 30_000;
      waitedMs += 50
    )
      await pause(50);
    const wrong = await look(
      connection,
      `SELECT v.entity FROM webhook_messages v JOIN webhook_messages s ON s.entity = v.entity AND s.event = 'ticket.scanned' AND s.sequence > v.sequence WHERE v.event = 'ticket.voided'`,
    );
    expect(wrong).toEqual([]);
    const admittedAndGone = await look(
      connection,
      `SELECT t.id FROM tickets t JOIN admissions a ON a.ticket_id = t.id WHERE t.status = 'valid' OR a.entries <> 1`,
    );
    expect(admittedAndGone).toEqual([]);
    expect(await readSnapshot(connection, verifyEvents)).toEqual([]);
    tell(`scan against void: ${JSON.stringify(counter(outcomes))}`);
  },
);

test(
  `doors whose server is killed ask again with their nonce, and each ticket is admitted once (seed ${seed})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    const running = { program: await startProgram(environment) };
    await using _ended = { [Symbol.asyncDispose]: async () => running.program[Symbol.asyncDispose]() };
    const { key } = await openShop(environment);
    const { eventId, tickets } = await sell(
      createClient({ baseUrl: running.program.baseUrl, apiKey: key, retries: 0 }),
      TICKETS,
    );
    const waiting = tickets.map(({ qr }, at) => ({
      body: { code: qr, device_id: `door-${at % 8}`, nonce: randomUUID() },
    }));
    const admitted = new Map<string, unknown>();
    let unanswered = 0;

    /** Each kill comes while doors ask, some of whom were answered since the one before. */
    async function keepKilling(): Promise<void> {
      for (let kills = 0; kills < KILLS; kills += 1) {
        const enough = admitted.size + chance.between(4, TICKETS / (2 * KILLS));
        while (admitted.size < enough) await pause(2);
        await running.program.end('SIGKILL');
        running.program = await startProgram(environment);
      }
    }
    async function stand(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        for (;;) {
          const answer = await scan(running.program.baseUrl, { key, eventId, body: next.body });
          if (answer?.status === 200) {
            admitted.set(next.body.nonce, answer.data?.['scan_id']);
            break;
          }
          expect(answer === null || answer.status >= 500, JSON.stringify(answer)).toBe(true);
          unanswered += 1;
          await pause(20);
        }
      }
    }
    await Promise.all([keepKilling(), ...Array.from({ length: 8 }, stand)]);
    const connection = { connectionString: database.url };
    const rows = await look(connection, `SELECT nonce, id, entry_count FROM scans WHERE result = 'admitted'`);
    expect(rows).toHaveLength(TICKETS);
    expect(
      rows.filter((row) => row['entry_count'] !== 1 || admitted.get(String(row['nonce'])) !== row['id']),
    ).toEqual([]);
    expect(await readSnapshot(connection, verifyEvents)).toEqual([]);
    tell(`scans through ${KILLS} kills: ${TICKETS} tickets admitted once each, ${unanswered} asked again`);
  },
);

test(
  'three doors without network tell the same story in whichever order they are heard',
  { timeout: TIMEOUT_MS },
  async () => {
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    await using program = await startProgram(environment);
    const { key } = await openShop(environment);
    const client = createClient({ baseUrl: program.baseUrl, apiKey: key, retries: 0 });
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const;
    const { eventId, tickets } = await sell(client, orders.length);
    const connection = { connectionString: database.url };
    // Clocks that are an hour slow, right, and two hours fast.
    const skews = [-3_600_000, 0, 7_200_000] as const;
    for (const [at, order] of orders.entries()) {
      const code = tickets[at]?.qr ?? '';
      const happenedAt = Date.now() - 600_000;
      const batches = skews.map((skewMs, door) => ({
        nonce: randomUUID(),
        code,
        scanned_at: new Date(happenedAt + door * 60_000 + skewMs).toISOString(),
        offline_result: 'admitted' as const,
      }));
      const sync = async (door: 0 | 1 | 2) =>
        (
          await client.syncScans({
            params: { id: eventId },
            body: {
              device_id: `door-${door}`,
              device_time: new Date(Date.now() + skews[door]).toISOString(),
              scans: batches.filter((_, one) => one === door),
            },
          })
        ).data;
      const heard = [];
      for (const door of [...order, ...order]) heard.push(await sync(door));
      expect(heard.slice(0, 3).map(({ conflicts }) => conflicts)).toEqual([0, 1, 1]);
      expect(heard.slice(3).map(({ results }) => results)).toEqual(
        heard.slice(0, 3).map(({ results }) => results),
      );
      const [row] = await look(
        connection,
        'SELECT entries, first_device, first_at FROM admissions WHERE ticket_id = $1',
        [tickets[at]?.id],
      );
      expect(row).toMatchObject({ entries: 3, first_device: 'door-0' });
      expect(Math.abs(Number(row?.['first_at']) - happenedAt)).toBeLessThan(5_000);
    }
    expect(await readSnapshot(connection, verifyEvents)).toEqual([]);
  },
);
