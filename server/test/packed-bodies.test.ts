import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { bodyBytesMax, operations, takesKeys, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel } from './kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

type Answered = {
  readonly status: number;
  readonly accepts: string | null;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

const withBody = (Object.values(operations) as readonly Operation[]).filter(
  (operation) => operation.body !== undefined && takesKeys(operation),
);

async function send(
  { path, method, example }: Operation,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(example.params?.[name] ?? 'x'),
  );
  const response = await fetch(service.baseUrl + filled, {
    method,
    body,
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', ...headers },
  });
  const { error, data = {} } = (await response.json()) as Pick<Answered, 'error' | 'data'>;
  return { status: response.status, accepts: response.headers.get('accept-encoding'), error, data };
}

const packed = { 'content-encoding': 'gzip' };

describe('a packed body', () => {
  test.each(withBody.map((operation) => [operation.id as OperationId, operation] as const))(
    'is read by %s as it was before, and never taken for broken JSON',
    async (_id, operation) => {
      for (const body of ['null', '[]', '{']) {
        const [plain, small] = [
          await send(operation, Buffer.from(body), {}),
          await send(operation, gzipSync(body), packed),
        ];
        expect(small).toEqual(plain);
      }
      const tooMuch = gzipSync(Buffer.alloc(bodyBytesMax(operation) + 1, 0x20));
      expect(await send(operation, tooMuch, packed)).toMatchObject({
        status: 413,
        error: { code: 'PAYLOAD_TOO_LARGE' },
      });
      for (const body of [Buffer.from('{}'), gzipSync('{}').subarray(0, 12), deflateSync('{}')])
        expect(await send(operation, body, packed)).toMatchObject({
          status: 400,
          error: { code: 'BAD_REQUEST' },
        });
      for (const [coding, body] of [
        ['br', brotliCompressSync('{}')],
        ['deflate', deflateSync('{}')],
        ['gzip, gzip', gzipSync(gzipSync('{}'))],
        ['zstd', Buffer.from('{}')],
      ] as const) {
        expect(await send(operation, body, { 'content-encoding': coding }), coding).toMatchObject({
          status: 415,
          accepts: 'gzip',
          error: { code: 'UNSUPPORTED_MEDIA_TYPE' },
        });
      }
    },
  );

  test('makes what it would have made', async () => {
    for (const coding of ['gzip', 'x-gzip', 'GZIP']) {
      const made = await send(
        operations.createDelivery,
        gzipSync(JSON.stringify({ ...parcel, recipient_name: 'Cafe\u0301' })),
        { 'content-encoding': coding },
      );
      expect(made).toMatchObject({ status: 201, data: { recipient_name: 'Café' } });
    }
    expect(
      await send(operations.createDelivery, Buffer.from(JSON.stringify(parcel)), {
        'content-encoding': 'identity',
      }),
    ).toMatchObject({ status: 201 });
  });

  test('may be a file in CSV', async () => {
    const imported = await send(operations.importProducts, gzipSync('name,price\nRice,20\n'), {
      ...packed,
      'content-type': 'text/csv',
    });
    expect(imported).toMatchObject({ status: 200, data: { created: 1 } });
  });

  test('is the same request as without the packing', async () => {
    const body = Buffer.from(JSON.stringify(parcel));
    const first = await send(operations.createDelivery, body, { 'idempotency-key': 'packed-1' });
    const again = await send(operations.createDelivery, gzipSync(body), {
      ...packed,
      'idempotency-key': 'packed-1',
    });
    expect(again.data['job_number']).toBe(first.data['job_number']);
  });

  test('of a thousand times its size is not unpacked to the end', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, 0x20), { level: 9 });
    expect(bomb.length).toBeLessThan(1_048_576);
    const before = process.memoryUsage().rss;
    expect(await send(operations.createDelivery, bomb, packed)).toMatchObject({ status: 413 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  });
});
