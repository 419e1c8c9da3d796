import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook } from '../kit/invoices.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const WRITERS = 12;
const INVOICES = figure(240, 10_000);
const KILLS = figure(2, 20);
const FAILS = 0.1;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

test(
  `numbers have no gap though one write in ten is undone after it got its number, and nodes are killed (seed ${seed})`,
  { timeout: 120_000 + INVOICES * 100 },
  async () => {
    const chance = createChance(seed);
    const environment = { DATABASE_URL: service.databaseUrl };
    const nodes: [Program, Program] = [await startProgram(environment), await startProgram(environment)];
    const told = new Map<string, string>();
    const seen = { undone: 0, lost: 0, kills: 0 };
    const killAfter = Array.from({ length: KILLS }, (_, at) =>
      Math.floor((INVOICES * (at + 1)) / (KILLS + 1)),
    );

    async function write(): Promise<void> {
      const client = createClient({
        baseUrl: `${chance.pick(nodes).baseUrl.replace(/\/v1$/, '')}/v1`,
        apiKey: shop.key,
        retries: 0,
      });
      // Sent to nobody's address: what was written, its number too, is undone with the refusal.
      const send = chance.happens(FAILS) ? { send: { channels: ['email' as const] } } : {};
      const answer = await client
        .createInvoice({
          body: {
            customer: { name: 'Isatu' },
            items: [{ description: 'Work', unit_price: chance.between(1, 900) }],
            finalize: true,
            ...send,
          },
        })
        .catch((error: { code?: string }) => error.code ?? 'lost');
      if (answer === 'VALIDATION_ERROR') seen.undone += 1;
      else if (typeof answer === 'string') seen.lost += 1;
      else told.set(answer.data.id, answer.data.number ?? '');
    }
    async function killSomebody(): Promise<void> {
      seen.kills += 1;
      const victim = chance.between(0, 1);
      await nodes[victim]?.end('SIGKILL');
      nodes[victim] = await startProgram(environment);
    }
    async function writeOn(): Promise<void> {
      while (told.size < INVOICES) {
        await write();
        if (told.size >= (killAfter[0] ?? Infinity)) {
          killAfter.shift();
          await killSomebody();
        }
      }
    }
    try {
      await Promise.all(Array.from({ length: WRITERS }, writeOn));
    } finally {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    }

    const rows = await service.query(
      'SELECT id, number, number_place::int AS place FROM invoices WHERE number IS NOT NULL ORDER BY number_place',
    );
    expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => at + 1));
    const kept = new Map(rows.map(({ id, number }) => [id, number]));
    for (const [id, number] of told) expect(kept.get(id)).toBe(number);
    expect([seen.kills, seen.undone > 0]).toEqual([KILLS, true]);
    await invoiceBook(service, shop).expectWhole();
    tell(
      `Invoice numbers: 1 to ${rows.length} without a gap; ${seen.undone} undone, ${seen.lost} answers lost, ${seen.kills} nodes killed`,
    );
  },
);
