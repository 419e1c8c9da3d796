import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createEgress } from './create-egress.ts';

const looked: string[] = [];
const names: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['8.8.8.8', '2606:4700:4700::1111'],
  'inside.example': ['8.8.8.8', '10.0.0.7'],
  'metadata.google.internal': ['169.254.169.254'],
};

async function lookup(name: string): Promise<readonly string[]> {
  looked.push(name);
  const addresses = names[name];
  if (addresses === undefined) throw new Error('no such name');
  return addresses;
}

const egress = createEgress({ allow: [], userAgent: 'Cottontree', lookup });
afterAll(() => egress.close());

function reasonFor(url: string, livemode = false): Promise<string | null> {
  return egress.judgeUrl(url, { livemode }).then((verdict) => verdict?.reason ?? null);
}

describe('a receiver can be registered', () => {
  test.each([
    'https://shop.example/hook?a=b',
    'http://shop.example',
    'https://shop.example:8443/',
    'http://shop.example:8080/',
    'http://shop.example:1024/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://not-there-yet.example/',
  ])('%s', async (url) => expect(await reasonFor(url)).toBeNull());

  test('with http only in test mode', async () => {
    expect(await reasonFor('http://shop.example/', true)).toBe(
      'In live mode the URL must begin with https://.',
    );
    expect(await reasonFor('https://shop.example/', true)).toBeNull();
  });

  test('on loopback when the operator allows it', async () => {
    const local = createEgress({ allow: ['127.0.0.0/8', '::1'], userAgent: 'Cottontree' });
    for (const url of ['http://127.0.0.1:3000/hook', 'http://localhost:3000/hook', 'http://[::1]:3000/'])
      expect(await local.judgeUrl(url, { livemode: false })).toBeNull();
    local.close();
  });
});

describe('a receiver is refused and told why', () => {
  test.each([
    ['not a url', 'cannot be read'],
    ['/hook', 'cannot be read'],
    [`https://shop.example/${'a'.repeat(2_048)}`, 'longer than 2048'],
    ['ftp://shop.example/', 'ftp:'],
    ['file:///etc/passwd', 'file:'],
    ['https://ada:secret@shop.example/', 'user name'],
    ['https://8.8.8.8@127.0.0.1/', 'user name'],
    ['https://shop.example:22/', 'Port 22'],
    ['https://shop.example:0/', 'Port 0'],
    ['https://inside.example/', 'resolves to 10.0.0.7'],
    ['http://metadata.google.internal/computeMetadata/v1/', 'link-local'],
    ['http://metadata.google.internal./', 'link-local'],
    ['http://169.254.169.254/latest/', 'link-local'],
    ['http://[fd00:ec2::254]/', 'private'],
    ['http://[::ffff:7f00:1]/', 'loopback'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'link-local'],
    ['http://127.0.0.1./', 'loopback'],
    ['http://127。0。0。1/', 'loopback'],
    ['http://①②⑦.⓪.⓪.①/', 'loopback'],
    ['http://%31%32%37.0.0.1/', 'loopback'],
  ])('%s', async (url, reason) => expect(await reasonFor(url)).toContain(reason));

  test('a name is looked up without its trailing dot', async () => {
    looked.length = 0;
    await reasonFor('https://shop.example./');
    expect(looked).toEqual(['shop.example']);
  });
});

/** Numbers of one to four parts, each decimal, octal or hexadecimal, as inet_aton reads them. */
const spelling = fc.record({
  first: fc.constantFrom(
    [10],
    [127],
    [0],
    [169, 254],
    [192, 168],
    [172, 16],
    [100, 64],
    [198, 18],
    [224],
    [240],
    [192, 0, 2],
  ),
  rest: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)),
  parts: fc.integer({ min: 1, max: 4 }),
  bases: fc.array(fc.constantFrom('decimal', 'octal', 'hex', 'HEX'), { minLength: 4, maxLength: 4 }),
  dot: fc.constantFrom('.', '。', '．', '｡', '%2e'),
  tail: fc.constantFrom('', '.'),
  wide: fc.boolean(),
  mapped: fc.boolean(),
});

type Spelling = typeof spelling extends fc.Arbitrary<infer Value> ? Value : never;

function spell({ first, rest, parts, bases, dot, tail, wide, mapped }: Spelling): string {
  const octets = [...first, ...rest].slice(0, 4);
  if (mapped) return `[::ffff:${octets.join('.')}]`;
  const last = octets.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0);
  const numbers = [...octets.slice(0, parts - 1), last].map((value, index) =>
    write(value, bases[index] ?? 'decimal'),
  );
  const host = numbers.join(dot) + (tail === '' ? '' : dot);
  return wide
    ? host.replace(/[0-9](?!e)/g, (digit) =>
        host.includes('%') ? digit : String.fromCodePoint(0xff10 + Number(digit)),
      )
    : host;
}

function write(value: number, base: string): string {
  if (base === 'octal') return `0${value.toString(8)}`;
  if (base === 'hex') return `0x${value.toString(16)}`;
  return base === 'HEX' ? `0X${value.toString(16).toUpperCase()}` : String(value);
}

test('no spelling of an inner address is registered or reached', async () => {
  await fc.assert(
    fc.asyncProperty(spelling, async (one) => {
      const url = `http://${spell(one)}/`;
      expect(await reasonFor(url), url).toContain('only public addresses');
      const result = await egress.send({
        url,
        method: 'GET',
        headers: {},
        body: Buffer.alloc(0),
        deadlineMs: 1_000,
      });
      expect(result.error, url).toBe('blocked');
    }),
    { numRuns: 500 },
  );
});

test('whatever text is sent to, a result comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl()), async (url) => {
      const result = await egress.send({
        url,
        method: 'POST',
        headers: {},
        body: Buffer.alloc(0),
        deadlineMs: 1_000,
      });
      expect(result.status).toBeNull();
      expect(result.hint).toEqual(expect.any(String));
    }),
  );
});
