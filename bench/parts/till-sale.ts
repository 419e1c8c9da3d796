import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyPos } from '../../server/src/modules/pos/index.ts';
import { readSnapshot } from '../../server/src/store/index.ts';
import { prepareFloorSales } from './till-sale.queries.ts';
import { ask, requestBytes } from './load.ts';
import type { Service } from './service.ts';

/** A shop with products that everybody wants. */
export type Resource = {
  readonly merchantId: string;
  readonly key: string;
  readonly variantIds: readonly string[];
};

export const PRODUCTS = 20;
export const LINES_EACH = 5;
export const STOCK = 100_000_000;
/** Facts are thrown away between two measurements, so nobody is told of them. */
const OF_MESSAGES = /Told$|Message$/;

export async function openShelf(service: Service): Promise<Resource> {
  const { id: merchantId, key } = await service.merchant();
  const post = async (path: string, body: object): Promise<unknown> => {
    const made = await ask(
      service.port,
      requestBytes({ method: 'POST', path: `/v1${path}`, key, body: JSON.stringify(body) }),
    );
    if (made.status !== 201) throw new Error(`${path} answered ${made.status}: ${made.body}`);
    return (JSON.parse(made.body) as { readonly data: unknown }).data;
  };
  const variantIds: string[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1) {
    const product = (await post('/pos/products', {
      name: `Product ${n}`,
      price: 10 + n,
      tax_rate: 15,
      tax_inclusive: true,
    })) as { readonly variants: readonly { readonly id: string }[] };
    variantIds.push(product.variants[0]?.id ?? '');
  }
  await post('/pos/inventory/adjustments', {
    items: variantIds.map((variant_id) => ({ variant_id, delta: STOCK, reason: 'initial' })),
  });
  return { merchantId, key, variantIds };
}

/** What the n-th sale is of: five different products, another five with each. */
export function saleItems(
  variantIds: readonly string[],
  n: number,
): readonly { readonly variant_id: string; readonly quantity: number }[] {
  return Array.from({ length: LINES_EACH }, (_, line) => ({
    variant_id: variantIds[(n * 7 + line * (1 + (n % 3))) % PRODUCTS] ?? '',
    quantity: 1 + (n % 3),
  }));
}

/** The n-th sale, for cash. */
export function saleBytes({ key, variantIds }: Resource, n: number): Buffer {
  const items = saleItems(variantIds, n);
  return requestBytes({
    method: 'POST',
    path: '/v1/pos/sales',
    key,
    body: JSON.stringify({ items, payments: [{ channel: 'cash' }] }),
  });
}

/** Throws where anything that is promised of sales and stock does not hold in the data. */
export async function checkSalesExact(service: Service): Promise<void> {
  const broken = (await readSnapshot(service.connection, verifyPos)).filter(
    ({ check }) => !OF_MESSAGES.test(check),
  );
  if (broken.length > 0) throw new Error(`The sales are not exact: ${JSON.stringify(broken.slice(0, 5))}`);
}

/** Writes the same sale as a script: the catalogue, then all that a sale writes, one sale a commit. */
export async function writeTillScript(folder: string, service: Service): Promise<string> {
  const resource = await openShelf(service);
  const made = await ask(service.port, saleBytes(resource, 1));
  if (made.status !== 201) throw new Error(`The first sale answered ${made.status}: ${made.body}`);
  await prepareFloorSales(service.database, resource);
  const script = join(folder, 'till.sql');
  await writeFile(
    script,
    `\\set number random(1, 9000000000000000)\n\\set first random(1, ${PRODUCTS})\n\\set step random(1, 3)\nSELECT bench_sell(:number, :first, :step);\n`,
  );
  return script;
}
