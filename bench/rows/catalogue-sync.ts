import { changeCatalogue } from '../parts/fill.queries.ts';
import { ask, drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Merchant, type Service } from '../parts/service.ts';
import type { FloorOptions, Pace } from '../roles/floor.ts';

const CLIENTS = 4;
const PAGE = 1_000;
const AT_ONCE = 2_000;
const GOAL = 0.5;
/** A shop of some thousand goods changes one of them so often while it is being filled. */
const CHANGED_EVERY_MS = 250;

export const catalogueSyncRow: Row = { name: 'catalogue-sync', run };

type Figure = { readonly perSecond: number };
type Walked = {
  readonly paths: readonly string[];
  readonly pages: readonly (readonly string[])[];
  readonly wholeMs: number;
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const products = bench.plan.quick ? 2_000 : 10_000;
  await using service = await openService({ roles: 'http' });
  const merchant = await service.merchant();
  const importMs = await takeIn(service, merchant, products);
  await service.database.query('ANALYZE');
  const walked = await walk(service, merchant);
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: CLIENTS,
    pipelined: true,
  } satisfies FloorOptions);
  const figures = await interleave<Figure>(bench, [
    overHttp({ service, merchant, walked }),
    whileItChanges({ service, merchant, walked }),
    byDriver({ floor, merchant, walked }),
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond) * PAGE;
  const ratio = rate('server') / rate('statement');
  const of = products.toLocaleString('en-US');
  return [
    {
      work: `catalogue sync of ${of} products in pages of ${PAGE}, ${CLIENTS} tills; one till alone has all in ${ms(walked.wholeMs)}`,
      measured: `${perSecond(rate('server'))} products`,
      floor: `${perSecond(rate('statement'))} (the statement that reads them, from the driver)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
    },
    {
      work: `the same while the catalogue changes every ${CHANGED_EVERY_MS} ms`,
      measured: `${perSecond(rate('changing'))} products`,
      floor: `${perSecond(rate('statement'))} (the statement that reads them, from the driver)`,
      ratio: times(rate('changing') / rate('statement')),
      goal: 'none',
      met: null,
    },
    {
      work: `import of ${of} products as CSV, ${AT_ONCE.toLocaleString('en-US')} a request`,
      measured: `${perSecond(products / (importMs / 1_000))} products`,
      floor: 'none',
      ratio: '',
      goal: 'none',
      met: null,
    },
  ];
}

/** Fills the catalogue through the API; answers how long that took. */
async function takeIn({ port }: Service, { key }: Merchant, products: number): Promise<number> {
  const startedMs = performance.now();
  for (let from = 0; from < products; from += AT_ONCE) {
    const rows = Array.from(
      { length: AT_ONCE },
      (_, at) => `SKU-${from + at},Item number ${from + at},${(from + at) % 500},${7_000_000 + from + at}`,
    );
    const body = JSON.stringify({ csv: `sku,name,price,barcode\n${rows.join('\n')}\n` });
    const answer = await ask(
      port,
      requestBytes({ method: 'POST', path: '/v1/pos/products/import', key, body }),
    );
    if (answer.status !== 200)
      throw new Error(`The import answered ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
  return performance.now() - startedMs;
}

/** Reads everything once, as a new till does. */
async function walk({ port }: Service, { key }: Merchant): Promise<Walked> {
  const paths: string[] = [];
  const pages: string[][] = [];
  const startedMs = performance.now();
  for (let cursor = ''; ;) {
    const path = `/v1/pos/sync?limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
    const { body } = await ask(port, requestBytes({ method: 'GET', path, key }));
    const { data } = JSON.parse(body) as {
      readonly data: {
        readonly products: readonly { readonly id: string }[];
        readonly cursor: string;
        readonly has_more: boolean;
      };
    };
    paths.push(path);
    pages.push(data.products.map(({ id }) => id));
    if (!data.has_more) return { paths, pages, wholeMs: performance.now() - startedMs };
    cursor = data.cursor;
  }
}

function overHttp({
  service,
  merchant,
  walked,
}: {
  readonly service: Service;
  readonly merchant: Merchant;
  readonly walked: Walked;
}): Subject<Figure> {
  const requests = walked.paths.map((path) => requestBytes({ method: 'GET', path, key: merchant.key }));
  let taken = 0;
  const next = (): Buffer => requests[(taken += 1) % requests.length] ?? Buffer.alloc(0);
  return {
    name: 'server',
    once: (seconds) => drive({ port: service.port, status: 200, clients: CLIENTS, seconds, next }),
  };
}

/** Nothing that was written before a change is given to anybody after it. */
function whileItChanges(stand: Parameters<typeof overHttp>[0]): Subject<Figure> {
  const { once } = overHttp(stand);
  return {
    name: 'changing',
    async once(seconds) {
      const changes = setInterval(
        () => void changeCatalogue(stand.service.database, stand.merchant.id),
        CHANGED_EVERY_MS,
      );
      return once(seconds).finally(() => clearInterval(changes));
    },
  };
}

/** The parameters of `products.findBare` in their order. */
function byDriver({
  floor,
  merchant,
  walked,
}: {
  readonly floor: Role;
  readonly merchant: Merchant;
  readonly walked: Walked;
}): Subject<Figure> {
  const runs = walked.pages.map((ids) => [merchant.id, false, ids]);
  return {
    name: 'statement',
    once: (seconds) =>
      floor.ask<Pace>('statement', { name: 'products.findBare', runs, clients: CLIENTS, seconds }),
  };
}
