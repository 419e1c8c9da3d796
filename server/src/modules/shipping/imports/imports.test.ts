import type { Import } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { Shipping } from '../module.ts';
import { workOnImports } from './work-on-imports.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

const HEADER = 'order_number,pickup_city,delivery_address,delivery_city,recipient_phone,cod_amount';
const line = (
  order: string,
  fields: { readonly city?: string; readonly phone?: string; readonly cod?: string } = {},
): string =>
  [
    order,
    'Freetown',
    '"27, Freetown Road"',
    fields.city ?? 'Lumley',
    fields.phone ?? '078 234567',
    fields.cod ?? '',
  ].join(',');
const file = (...lines: readonly string[]): string => [HEADER, ...lines].join('\n');

const send = async (csv: string, client = shop.client): Promise<Import> =>
  (await client.createImport({ body: { csv } })).data;
const check = async (csv: string, client = shop.client): Promise<Import> =>
  (await client.createImport({ query: { dry_run: true }, body: { csv } })).data;
const read = async (id: string | null): Promise<Import> =>
  (await shop.client.getImport({ params: { id: id ?? '' } })).data;
const rowsOf = async (id: string | null) =>
  (await shop.client.listImportRows({ params: { id: id ?? '' }, query: { limit: 100 } })).data;
const deliveries = async (merchant = shop): Promise<number> =>
  (await merchant.client.listDeliveries()).meta.total;

async function post(
  text: string | Buffer,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<{
  readonly status: number;
  readonly data: Import;
  readonly error: { readonly code: string; readonly details?: object };
}> {
  const response = await fetch(`${service.baseUrl}/shipping/imports${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, ...headers },
    body: text as string,
  });
  return {
    status: response.status,
    ...((await response.json()) as { data: Import; error: { code: string } }),
  };
}

describe('a file becomes deliveries', () => {
  test('each row one, in the background, and what cannot be created is told by row and column', async () => {
    const before = await deliveries();
    const queued = await send(
      file(
        line('A-1'),
        line('A-2', { cod: '150.50' }),
        line('A-3', { phone: '12' }),
        line('A-4', { cod: '1.005' }),
      ),
    );
    expect(queued).toMatchObject({
      dry_run: false,
      status: 'queued',
      rows: 4,
      done: 0,
      created: 0,
      failed: 0,
      total_fee: 0,
      errors: [],
      finished_at: null,
    });
    await service.drain();
    const done = await read(queued.id);
    expect(done).toMatchObject({
      status: 'done',
      rows: 4,
      done: 4,
      created: 2,
      failed: 2,
      finished_at: expect.any(String),
    });
    expect(done.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'recipient_phone', 'INVALID_PHONE'],
      [4, 'cod_amount', 'AMOUNT_PRECISION'],
    ]);
    expect(await deliveries()).toBe(before + 2);
    const [first, second, third] = await rowsOf(queued.id);
    expect(first).toMatchObject({ row: 1, status: 'created', order_number: 'A-1', code: null });
    expect(third).toMatchObject({ row: 3, status: 'failed', job_number: null, code: 'INVALID_PHONE' });
    const made = (await shop.client.getDelivery({ params: { jobNumber: second?.job_number ?? '' } })).data;
    expect(made).toMatchObject({
      order_number: 'A-2',
      cod_amount: 150.5,
      delivery_address: '27, Freetown Road',
      recipient_phone: '+23278234567',
      shipping_fee: second?.shipping_fee,
    });
    expect(done.total_fee).toBe((first?.shipping_fee ?? 0) + (second?.shipping_fee ?? 0));
    const refused = await shop.client
      .createDelivery({
        body: {
          pickup_city: 'Freetown',
          delivery_city: 'Lumley',
          delivery_address: '27, Freetown Road',
          recipient_phone: '12',
        },
      })
      .catch((error: unknown) => error as Error);
    expect(done.errors[0]?.message).toBe((refused as Error).message);
  });

  test('its rows come as CSV with their job numbers', async () => {
    const { id } = await send(file(...Array.from({ length: 130 }, (_, at) => line(`C-${at}`))));
    await service.drain();
    const response = await fetch(`${service.baseUrl}/shipping/imports/${id}/rows`, {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
    });
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe('row,status,order_number,job_number,shipping_fee,code,message');
    expect(lines.length).toBe(131);
    expect(lines[130]).toMatch(/^130,created,C-129,SHP-\w{4}-\w{4},[\d.]+,,$/);
    expect(new Set(lines.slice(1).map((one) => one.split(',')[3])).size).toBe(130);
  });

  test('a dry run asked for beside the file in JSON is one as well', async () => {
    const before = await deliveries();
    const { data } = await shop.client.createImport({ body: { csv: file(line('J-1')), dry_run: true } });
    await service.drain();
    expect(data).toMatchObject({ id: null, dry_run: true, created: 1 });
    expect(await deliveries()).toBe(before);
  });

  test('a dry run prices the same and creates nothing', async () => {
    const csv = file(line('D-1'), line('D-2', { phone: '12' }), line('D-3'));
    const before = await deliveries();
    const checked = await check(csv);
    expect(checked).toMatchObject({
      id: null,
      dry_run: true,
      status: 'done',
      rows: 3,
      done: 3,
      created: 2,
      failed: 1,
    });
    expect(await deliveries()).toBe(before);
    expect((await shop.client.listImports()).data.some(({ rows }) => rows === 3)).toBe(false);
    const { id } = await send(csv);
    await service.drain();
    const { total_fee, created, failed, errors } = await read(id);
    expect({ total_fee, created, failed, errors }).toEqual({
      total_fee: checked.total_fee,
      created: checked.created,
      failed: checked.failed,
      errors: checked.errors,
    });
  });

  test('a dry run tells of towns that may be misspelt, and of those it refuses where the file says so', async () => {
    const checked = await check(file(line('T-1'), line('T-2', { city: 'Lumly' })));
    expect(checked).toMatchObject({
      created: 2,
      warnings: [{ row: 2, code: 'CATCH_ALL_ZONE', address: 'destination', did_you_mean: ['Lumley'] }],
    });
    const strict = `${HEADER},allow_catch_all\n${line('T-3', { city: 'Lumly' })},no`;
    expect(await check(strict)).toMatchObject({
      failed: 1,
      warnings: [],
      errors: [{ row: 1, column: 'delivery_city', code: 'ZONE_UNCERTAIN' }],
    });
  });

  test('an order that is active, or stands twice in the file, is made once', async () => {
    const csv = file(line('E-1'), line('E-2'), line('E-1'));
    expect((await check(csv)).errors).toEqual([
      {
        row: 3,
        column: 'order_number',
        code: 'DUPLICATE_DELIVERY',
        message: expect.stringContaining('row 1'),
      },
    ]);
    const { id } = await send(csv);
    await service.drain();
    expect((await rowsOf(id)).map(({ status, code }) => [status, code])).toEqual([
      ['created', null],
      ['created', null],
      ['failed', 'DUPLICATE_DELIVERY'],
    ]);
    expect((await check(csv)).errors.map(({ row, code }) => [row, code])).toEqual([
      [1, 'DUPLICATE_DELIVERY'],
      [2, 'DUPLICATE_DELIVERY'],
      [3, 'DUPLICATE_DELIVERY'],
    ]);
  });

  test('a file of which nothing can be made fails, at once where already its form is wrong', async () => {
    const { status, failed, finished_at } = await send(
      file(line('F-1', { cod: 'much' }), line('F-2', { cod: 'more' })).replaceAll('cod_amount', 'weight_kg'),
    );
    expect({ status, failed, finished_at }).toEqual({
      status: 'failed',
      failed: 2,
      finished_at: expect.any(String),
    });
    const late = await send(file(line('F-3', { phone: '12' })));
    await service.drain();
    expect(await read(late.id)).toMatchObject({ status: 'failed', created: 0, failed: 1 });
  });

  test('the same request twice is one import', async () => {
    const call = { body: { csv: file(line('G-1')) }, idempotencyKey: 'import-1' };
    const first = await shop.client.createImport(call);
    expect(await shop.client.createImport(call)).toMatchObject({
      data: first.data,
      replayed: true,
      status: 201,
    });
    await service.drain();
  });
});

describe('whatever a spreadsheet writes is read', () => {
  const shapes: readonly (readonly [string, string])[] = [
    [
      'semicolons and decimal commas',
      'order number;Pickup City;address;city;phone;weight\nH-{n};Freetown;27 Freetown Road;Lumley;078 234567;2,5',
    ],
    [
      'tabs',
      'order_no\tpickup_city\taddress\tcity\tphone\tweight\nH-{n}\tFreetown\t27 Freetown Road\tLumley\t078 234567\t2.5',
    ],
    [
      'a byte order mark and CRLF',
      '\ufefforder,pickup_city,address,city,phone,weight\r\nH-{n},Freetown,27 Freetown Road,Lumley,078 234567,2.5\r\n\r\n,,,,,\r\n',
    ],
    [
      'quotes, in another order',
      '"weight","phone","city","address","pickup_city","order"\n"2.5","078 234567","Lumley","27 Freetown\nRoad","Freetown","H-{n}"',
    ],
  ];

  test.each(shapes)('%s', async (name, text) => {
    const n = shapes.findIndex(([one]) => one === name);
    const { id } = await send(text.replace('{n}', String(n)));
    await service.drain();
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ status: 'created', order_number: `H-${n}`, message: null });
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: row?.job_number ?? '' } })).data,
    ).toMatchObject({ weight_kg: 2.5, delivery_city: 'Lumley', recipient_phone: '+23278234567' });
  });

  test('flags, items and metadata', async () => {
    const { id } = await send(
      'pickup_city,address,city,fragile,notify_recipient,items,metadata.till,metadata\nFreetown,27 Freetown Road,Lumley,Yes,0,"[{""name"":""Rice"",""quantity"":2}]",front,"{""shift"":2}"',
    );
    await service.drain();
    const [row] = await rowsOf(id);
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: row?.job_number ?? '' } })).data,
    ).toMatchObject({
      fragile: true,
      notify_recipient: false,
      items: [{ name: 'Rice', quantity: 2 }],
      metadata: { till: 'front', shift: 2 },
    });
    const wrong = await check(
      'pickup_city,address,city,fragile,items,weight\nFreetown,27 Freetown Road,Lumley,perhaps,{,heavy\nFreetown,27 Freetown Road,Lumley,perhaps,,heavy\nFreetown,"27 Freetown Road",Lumley,,,,x',
    );
    expect(wrong.errors.map(({ row: at, column, code }) => [at, column, code])).toEqual([
      [1, 'items', 'INVALID_JSON'],
      [2, 'weight_kg', 'VALIDATION_ERROR'],
      [2, 'fragile', 'VALIDATION_ERROR'],
      [3, null, 'INVALID_CSV'],
    ]);
  });

  test('as text/csv by itself, up to 10 MiB', async () => {
    const made = await post(Buffer.from(`\ufeff${file(line('I-1'))}`), {
      'content-type': 'text/csv; charset=utf-8',
    });
    expect(made).toMatchObject({ status: 201, data: { status: 'queued', rows: 1 } });
    await service.drain();
    expect(await read(made.data.id)).toMatchObject({ status: 'done', created: 1 });
    const long = file(...Array.from({ length: 4_000 }, (_, at) => line(`J-${at}-${'x'.repeat(400)}`)));
    expect(long.length).toBeGreaterThan(1_500_000);
    expect(await post(long, { 'content-type': 'text/csv' }, '?dry_run=true')).toMatchObject({
      status: 200,
      data: { rows: 4_000, failed: 4_000 },
    });
    expect(await post('x'.repeat(10_485_761), { 'content-type': 'text/csv' })).toMatchObject({
      status: 413,
      error: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect(await post(Buffer.from([0x61, 0xe9]), { 'content-type': 'text/csv' })).toMatchObject({
      status: 400,
      error: { code: 'INVALID_CSV' },
    });
    for (const type of ['text/csv; charset=windows-1252', 'text/plain'])
      expect(await post('a', { 'content-type': type }), type).toMatchObject({
        status: 415,
        error: {
          code: 'UNSUPPORTED_MEDIA_TYPE',
          message: `Send the body as application/json or as text/csv, in UTF-8, with no other charset named than utf-8. Content-Type is ${type}.`,
          doc_url: expect.stringContaining('UNSUPPORTED_MEDIA_TYPE'),
        },
      });
    const elsewhere = await fetch(`${service.baseUrl}/shipping/deliveries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'text/csv' },
      body: 'a',
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('work that is interrupted', () => {
  test('goes on at another node, and no row is created twice', async () => {
    const merchant = await service.merchant();
    const { id } = await send(
      file(...Array.from({ length: 50 }, (_, at) => line(`K-${at}`))),
      merchant.client,
    );
    const { shipping } = service.server.modules;
    // Killed before it has read a row, and killed when it has created rows and not said so.
    for (const last of ['imports.waiting', 'imports.settle']) {
      await expect(workOnImports(dyingAt(shipping, last))).rejects.toThrow('killed');
      expect(await workOnImports(shipping), 'while the lease lasts nobody else works on it').toBe(0);
      service.advance(31_000);
    }
    expect(await deliveries(merchant)).toBe(20);
    const next = await startService({ databaseUrl: service.databaseUrl });
    try {
      next.advance(62_000);
      await next.drain();
    } finally {
      await next[Symbol.asyncDispose]();
    }
    expect((await merchant.client.getImport({ params: { id: id ?? '' } })).data).toMatchObject({
      status: 'done',
      created: 50,
      failed: 0,
    });
    expect(await deliveries(merchant)).toBe(50);
    expect(
      (
        await service.query(
          'SELECT count(*) AS n FROM import_rows WHERE import_id = $1 AND body IS NOT NULL',
          [id],
        )
      )[0]?.['n'],
    ).toBe('0');
  });

  test('several imports take turns', async () => {
    const other = await service.merchant();
    const many = file(...Array.from({ length: 60 }, (_, at) => line(`L-${at}`)));
    const first = await send(many);
    const second = await send(file(line('M-1')), other.client);
    const { shipping } = service.server.modules;
    expect([await workOnImports(shipping), await workOnImports(shipping)].toSorted()).toEqual([1, 20]);
    expect((await other.client.getImport({ params: { id: second.id ?? '' } })).data.status).toBe('done');
    expect(await read(first.id)).toMatchObject({ status: 'running', done: 20, rows: 60 });
    await service.drain();
  });

  test('a cancelled import keeps what it has created', async () => {
    const { id } = await send(file(...Array.from({ length: 30 }, (_, at) => line(`N-${at}`))));
    await workOnImports(service.server.modules.shipping);
    const cancelled = (await shop.client.cancelImport({ params: { id: id ?? '' } })).data;
    expect(cancelled).toMatchObject({ status: 'cancelled', created: 20, finished_at: expect.any(String) });
    expect((await shop.client.cancelImport({ params: { id: id ?? '' } })).data).toEqual(cancelled);
    await service.drain();
    expect(await read(id)).toMatchObject({ status: 'cancelled', created: 20, done: 20 });
    expect(
      (await shop.client.listImportRows({ params: { id: id ?? '' }, query: { status: 'cancelled' } })).meta
        .total,
    ).toBe(10);
    expect(
      (await shop.client.listImports({ query: { status: 'cancelled' } })).data.map((one) => one.id),
    ).toEqual([id]);
  });

  test('imports are forgotten 30 days after their end', async () => {
    const { id } = await send(file(line('O-1')));
    await service.drain();
    service.advance(31 * 86_400_000);
    await service.drain();
    await expect(read(id)).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' });
    service.advance(-31 * 86_400_000);
  });
});

describe('a file that is refused', () => {
  test.each([
    ['has no rows', HEADER],
    ['is empty', ' '],
    ['has a quote that does not close', `${HEADER}\nA,"x`],
    ['has a column that is not known', 'order_number,delivery_adress\nA,b'],
    ['names a column twice', 'order,order_number\nA,b'],
  ])('%s', async (_name, csv) => {
    await expect(send(csv)).rejects.toMatchObject({
      code: csv.trim() === '' ? 'VALIDATION_ERROR' : 'INVALID_CSV',
      status: 400,
    });
  });

  test('has more than 5,000 rows', async () => {
    const rows = Array.from({ length: 5_001 }, (_, at) => `Z-${at}`);
    await expect(send(['order_number', ...rows].join('\n'))).rejects.toMatchObject({
      code: 'TOO_MANY_ITEMS',
      status: 400,
      details: { rows_max: 5_000 },
    });
    expect(await check(['order_number', ...rows.slice(1)].join('\n'))).toMatchObject({
      rows: 5_000,
      failed: 5_000,
      status: 'failed',
    });
  });

  test('is one too many at work', async () => {
    const merchant = await service.merchant();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => send(file(line(`P-${at}`)), merchant.client)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(5);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'TOO_MANY_JOBS', status: 409, details: { imports_max: 5 } },
    });
    await service.drain();
  });
});

/** A node that is killed when it is about to send a statement. */
function dyingAt(module: Shipping, name: string): Shipping {
  const { store } = module;
  const of: Shipping['store']['of'] = (...tenants) => ({
    run: (statement, values) =>
      statement.name === name
        ? Promise.reject(new Error('killed'))
        : store.of(...tenants).run(statement, values),
  });
  return { ...module, store: { ...store, of } };
}

test('a row for later says when, as every door wants it', async () => {
  const columns =
    'pickup_city,delivery_address,delivery_city,service_level,delivery_window_start,delivery_window_end';
  const from = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const row = (times: string): string => `Freetown,"27, Freetown Road",Lumley,scheduled,${times}`;
  expect(await check([columns, row(','), row(`${from(20)},${from(22)}`)].join('\n'))).toMatchObject({
    rows: 2,
    created: 1,
    failed: 1,
  });
});

test('an import that is not there, or has ended', async () => {
  const stranger = await service.merchant();
  const { id } = await send(file(line('Q-1')));
  const params = { id: id ?? '' };
  for (const ask of [
    () => stranger.client.getImport({ params }),
    () => stranger.client.cancelImport({ params }),
    () => stranger.client.listImportRows({ params }),
    () => shop.client.getImport({ params: { id: 'x' } }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND', status: 404 });
  }
  await service.drain();
  await expect(shop.client.cancelImport({ params })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
    details: { from: 'done' },
  });
  await expect(
    shop.client.listImportRows({ params, query: { cursor: Buffer.from('1.1.abc').toString('base64url') } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
