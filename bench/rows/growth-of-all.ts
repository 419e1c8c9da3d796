import { clearOutbox } from '../parts/fill.queries.ts';
import { addUpTotals, filledText, fillTable } from '../parts/fill-table.queries.ts';
import { ask, drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import { databaseCpuMs } from '../parts/processes.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Service } from '../parts/service.ts';
import { orderBytes, openSale } from '../parts/ticket-sale.ts';
import { openShelf, saleBytes } from '../parts/till-sale.ts';

const CLIENTS = 8;
const GOAL = 1.3;

/** What a capability keeps, and what is asked of it all day. */
type Capability = {
  readonly merchantId: string;
  /** Filled alike, each with as many rows. */
  readonly tables: readonly string[];
  readonly operations: readonly Operation[];
};

type Operation = {
  readonly name: string;
  readonly status: number;
  /** The next request, where the tables have so many rows. */
  readonly next: (filled: number) => Buffer;
};

/** `cpuMs`: of Node and of PostgreSQL, for each request. */
type Cost = { readonly perSecond: number; readonly cpuMs: number };

const CAPABILITIES: Readonly<Record<string, (service: Service) => Promise<Capability>>> = {
  customers,
  payments,
  'payment-links': links,
  invoices,
  tickets,
  till,
};

export const growthOfAllRow: Row = {
  name: 'growth-of-all',
  minutesMax: 180,
  async run(bench) {
    const results: Result[] = [];
    for (const open of Object.values(CAPABILITIES)) results.push(...(await grow(bench, open)));
    return results;
  },
};

/** One capability by itself: ten million rows of one take a quarter of an hour. */
export const growthOfOneRows: readonly Row[] = Object.entries(CAPABILITIES).map(([name, open]) => ({
  name: `growth-of-${name}`,
  minutesMax: 60,
  onlyByName: true,
  run: (bench) => grow(bench, open),
}));

/**
 * Each capability has a database of its own, so that ten million rows of each find room one after the other. The sizes come one after the
 * other too, for a table only grows, and a machine may get slower meanwhile: so what counts is the processor's time, and the rate stands
 * beside it.
 */
async function grow(
  bench: Bench,
  open: (service: Service) => Promise<Capability>,
): Promise<readonly Result[]> {
  const sizes = sizesOf(bench);
  await using service = await openService({ roles: 'http' });
  const { merchantId, tables, operations } = await open(service);
  const costs = new Map<string, Cost[]>();
  let filled = 0;
  for (const size of sizes) {
    const startedMs = performance.now();
    for (const table of tables)
      await fillTable(service.database, { table, merchantId, from: filled + 1, to: size });
    await service.database.query('CHECKPOINT');
    filled = size;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    bench.say(`  ${size.toLocaleString('en-US')} rows of ${tables.join(' and ')}, filled in ${seconds} s`);
    const subjects = operations.map((operation) => subject(service, operation, filled));
    const figures = await interleave<Cost>(bench, subjects);
    for (const { name } of subjects) {
      const read = (figure: keyof Cost): number => medianOf(figures, name, (one) => one[figure]);
      const cost = { perSecond: read('perSecond'), cpuMs: read('cpuMs') };
      costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return [...costs].map(([name, measured]) => resultOf(name, { sizes, measured }));
}

function sizesOf({ plan }: Bench): readonly number[] {
  if (plan.quick) return [2_000, 10_000];
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000];
  return sizes.filter((size) => size <= plan.rowsMax);
}

function subject(service: Service, { name, status, next }: Operation, filled: number): Subject<Cost> {
  const taken = async (): Promise<number> =>
    (await service.use()).cpuMs + (await databaseCpuMs(service.dataDir));
  return {
    name,
    async once(seconds) {
      await clearOutbox(service.database);
      await addUpTotals(service.database);
      const before = await taken();
      const driven = await drive({
        port: service.port,
        clients: CLIENTS,
        seconds,
        status,
        next: () => next(filled),
      });
      return { perSecond: driven.perSecond, cpuMs: ((await taken()) - before) / driven.count };
    },
  };
}

function resultOf(
  name: string,
  { sizes, measured }: { readonly sizes: readonly number[]; readonly measured: readonly Cost[] },
): Result {
  const least = measured[0]?.cpuMs ?? Number.NaN;
  const worst = Math.max(...measured.map(({ cpuMs }) => cpuMs / least));
  return {
    work: `cost of ${name} as rows grow, ${CLIENTS} clients`,
    measured: measured
      .map(
        ({ perSecond: rate, cpuMs }, at) =>
          `${ms(cpuMs)} of processor, ${perSecond(rate)} at ${sizes[at]?.toExponential(0).replace('e+', '·10^') ?? ''}`,
      )
      .join(', '),
    floor: `${ms(least)} at ${sizes[0]?.toLocaleString('en-US') ?? ''}`,
    ratio: times(worst),
    goal: `≤ ${GOAL}`,
    met: worst <= GOAL,
  };
}

type Desk = { readonly service: Service; readonly key: string };

function get(key: string, path: string): Buffer {
  return requestBytes({ method: 'GET', path: `/v1${path}`, key });
}

function post(key: string, path: string, body: object): Buffer {
  return requestBytes({ method: 'POST', path: `/v1${path}`, key, body: JSON.stringify(body) });
}

async function made({ service }: Desk, bytes: Buffer): Promise<string> {
  const { status, body } = await ask(service.port, bytes);
  if (status !== 201) throw new Error(`A template could not be made (${status}): ${body}`);
  return (JSON.parse(body) as { readonly data: { readonly id: string } }).data.id;
}

/** Making one, reading any, and the newest page of them. */
function usual(
  what: string,
  { key, path, template, make }: { key: string; path: string; template: string; make: () => Buffer },
): readonly Operation[] {
  let at = 0;
  // Steps all over the table, as different callers would.
  const any = (filled: number): string => filledText(template, 1 + (((at += 1) * 7_919) % filled));
  return [
    { name: `${what}: make`, status: 201, next: make },
    { name: `${what}: get`, status: 200, next: (filled) => get(key, `${path}/${any(filled)}`) },
    { name: `${what}: list`, status: 200, next: () => get(key, `${path}?limit=20`) },
  ];
}

async function customers(service: Service): Promise<Capability> {
  const { id: merchantId, key } = await service.merchant();
  let people = 0;
  const make = (): Buffer =>
    post(key, '/customers', { name: 'Isatu Conteh', email: `isatu-${(people += 1)}@example.sl` });
  const template = await made({ service, key }, make());
  return {
    merchantId,
    tables: ['customers'],
    operations: [
      ...usual('customers', { key, path: '/customers', template, make }),
      {
        name: 'search',
        status: 200,
        next: () => get(key, `/search?q=isatu-${1 + (people % 50)}%40example.sl`),
      },
    ],
  };
}

async function payments(service: Service): Promise<Capability> {
  const { id: merchantId, key } = await service.merchant();
  const make = (): Buffer => post(key, '/payments', { amount: 150, channel: 'card' });
  const template = await made({ service, key }, make());
  return {
    merchantId,
    tables: ['payments'],
    operations: usual('payments', { key, path: '/payments', template, make }),
  };
}

async function links(service: Service): Promise<Capability> {
  const { id: merchantId, key } = await service.merchant();
  const make = (): Buffer => post(key, '/payment-links', { amount: 150, title: 'Shoes' });
  const template = await made({ service, key }, make());
  return {
    merchantId,
    tables: ['payment_links'],
    operations: usual('payment links', { key, path: '/payment-links', template, make }),
  };
}

async function invoices(service: Service): Promise<Capability> {
  const { id: merchantId, key } = await service.merchant();
  const items = [{ description: 'Rice', quantity: 2, unit_price: 15 }];
  const make = (): Buffer =>
    post(key, '/invoices', { customer: { name: 'Isatu Conteh' }, items, finalize: true });
  // Of numbers there is no gap, so what is copied is a draft.
  const draft = post(key, '/invoices', { customer: { name: 'Isatu Conteh' }, items });
  const template = await made({ service, key }, draft);
  return {
    merchantId,
    tables: ['invoices'],
    operations: usual('invoices', { key, path: '/invoices', template, make }),
  };
}

async function tickets(service: Service): Promise<Capability> {
  const sale = await openSale(service);
  const { key, eventId } = sale;
  const make = (): Buffer => orderBytes(sale, { payment: { method: 'cash' } });
  const template = await made({ service, key }, make());
  const operations = usual('ticket orders', { key, path: '/ticket-orders', template, make });
  return {
    merchantId: sale.merchantId,
    tables: ['ticket_orders', 'tickets'],
    operations: [
      ...operations,
      { name: 'tickets: list', status: 200, next: () => get(key, `/events/${eventId}/tickets?limit=20`) },
    ],
  };
}

async function till(service: Service): Promise<Capability> {
  const shelf = await openShelf(service);
  let sold = 0;
  const make = (): Buffer => saleBytes(shelf, (sold += 1));
  const template = await made({ service, key: shelf.key }, make());
  return {
    merchantId: shelf.merchantId,
    tables: ['sales', 'sale_lines'],
    operations: usual('till sales', { key: shelf.key, path: '/pos/sales', template, make }),
  };
}
