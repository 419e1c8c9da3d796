import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeAnswer } from './ask.ts';
import {
  majorAt,
  minorAt,
  payerUrl,
  readObject,
  textAt,
  timeAt,
  ussdCode,
  ussdLink,
  valueAt,
} from './fields.ts';
import { shortReference, uuidOf } from './own-reference.ts';
import { hmac, readTimedSignature, spells } from './signatures.ts';

describe('what is read of an answer', () => {
  test('only what is there and of its kind', () => {
    const json = readObject(
      '{"a":{"b":[{"c":"x","n":12,"t":"","f":1.5,"big":9007199254740993}]},"__proto__":{"z":1}}',
    );
    expect(textAt(json, 'a', 'b', 0, 'c')).toBe('x');
    expect([
      textAt(json, 'a', 'b', 0, 't'),
      textAt(json, 'a', 'b', 1, 'c'),
      textAt(json, 'a', 'c'),
      textAt(null, 'a'),
      textAt(json, 'a', 'b', 0, 'n'),
    ]).toEqual([null, null, null, null, null]);
    expect([valueAt(json, 'constructor'), valueAt(json, 'a', 'toString')]).toEqual([undefined, undefined]);
    expect([
      minorAt(json, 'a', 'b', 0, 'n'),
      minorAt(json, 'a', 'b', 0, 'f'),
      minorAt(json, 'a', 'b', 0, 'big'),
    ]).toEqual([12n, null, null]);
    for (const text of ['', '[]', 'null', '"x"', '{"a":', '<html>']) expect(readObject(text)).toBeNull();
  });

  test('amounts in major units come out to the cent, or not at all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        (minor) =>
          majorAt({ a: (minor / 100).toFixed(2) }, 'SLE', 'a') === BigInt(minor) &&
          majorAt({ a: minor / 100 }, 'SLE', 'a') === BigInt(minor),
      ),
    );
    for (const [value, currency] of [
      ['1.005', 'SLE'],
      ['-1', 'SLE'],
      [null, 'SLE'],
      ['10', 'OUV'],
      ['10', null],
      [Number.NaN, 'SLE'],
      ['0.5', 'XOF'],
    ] as const)
      expect(majorAt({ a: value }, currency, 'a')).toBeNull();
  });

  test('moments in seconds and in ISO 8601', () => {
    expect(timeAt({ t: 1_795_000_000 }, 't')?.toISOString()).toBe('2026-11-18T11:06:40.000Z');
    expect(timeAt({ t: '2026-11-21T09:00:00Z' }, 't')?.toISOString()).toBe('2026-11-21T09:00:00.000Z');
    for (const t of ['yesterday', null, 1e300]) expect(timeAt({ t }, 't')).toBeNull();
  });
});

describe('where a payer is sent', () => {
  test.each(['https://pay.example/x', 'http://127.0.0.1:4000/x', 'http://localhost/x'])('%s', (url) =>
    expect(payerUrl(url, { livemode: false })).toBe(new URL(url).href),
  );
  test.each([
    'http://pay.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@pay.example/',
    '/relative',
    '',
    'https://x'.padEnd(2_100, 'y'),
    'http://127.0.0.1.evil.example/',
  ])('not to %s', (url) => expect(payerUrl(url, { livemode: false })).toBeNull());

  test("live, nobody is sent to a machine of one's own", () =>
    expect([
      payerUrl('http://127.0.0.1:4000/x', { livemode: true }),
      payerUrl('https://pay.example/x', { livemode: true }),
    ]).toEqual([null, 'https://pay.example/x']));

  test('a phone dials only what phones dial', () => {
    expect(ussdLink(ussdCode('*715*12345#') ?? '')).toBe('tel:*715*12345%23');
    for (const code of ['*715*12345', 'tel:*1#', '*1#;ext=1', '*1#\n', '<b>', null])
      expect(ussdCode(code)).toBeNull();
  });
});

describe('signatures with a moment', () => {
  const now = new Date(1_795_000_000_000);
  test('are read with all their parts', () =>
    expect(readTimedSignature('t=1795000000, v1=aa,v0=zz,v1=b/+c==', now)).toEqual({
      timestamp: '1795000000',
      signatures: ['aa', 'b/+c=='],
    }));
  test.each(['t=1794999700,v1=a', 't=1795000300,v1=a'])('%s is near enough', (header) =>
    expect(readTimedSignature(header, now)).not.toBeNull(),
  );
  test.each([
    undefined,
    '',
    'v1=a',
    't=1795000000',
    't=1794999699,v1=a',
    't=1795000301,v1=a',
    't=abc,v1=a',
    't=1795000000000,v1=a',
    `t=1795000000,v1=${'a'.repeat(3_000)}`,
  ])('%s is none', (header) => expect(readTimedSignature(header, now)).toBeNull());
  test('one that fits is enough, in its own spelling only', () => {
    const wanted = hmac('secret', '1.', Buffer.from('{}'));
    expect(spells(['00', wanted.toString('hex')], wanted, 'hex')).toBe(true);
    expect(spells([wanted.toString('base64')], wanted, 'hex')).toBe(false);
    expect(spells([], wanted, 'hex')).toBe(false);
    expect(spells([wanted.toString('hex').slice(2)], wanted, 'hex')).toBe(false);
  });
});

describe('what is kept of an answer', () => {
  const credentials = { secret: 'very-secret-value' };
  const said = (body: string) =>
    describeAnswer(
      { method: 'GET', url: 'https://api.example/v1/x?token=abc', headers: {}, body: null },
      { status: 200, headers: {}, body, error: null },
      { credentials },
    );
  test('the way and the words, without query, secrets and phones', () => {
    expect(
      said(
        '{"status":"PAID","amount":"150.00","access_token":"abcdef","payer":{"partyId":"23276123456"},"note":"very-secret-value","to":"+23276123456"}',
      ),
    ).toBe(
      'GET /v1/x: 200 {"status":"PAID","amount":"150.00","access_token":"***","payer":{"partyId":"***456"},"note":"***","to":"***456"}',
    );
    expect(said('<p>Call +23276123456 now')).toBe('GET /v1/x: 200 <p>Call ***456 now');
  });
  test('never much', () => {
    expect(said(JSON.stringify({ a: 'x'.repeat(50_000) })).length).toBe(2_000);
    expect(said('x'.repeat(100_000))).toBe('GET /v1/x: 200 (too long)');
  });
});

test('a reference made from our id is the same each time, and a UUID of version 4 to look at', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      (one, other) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuidOf(one)) &&
        (uuidOf(one) === uuidOf(other)) === (one === other),
    ),
  );
  expect(shortReference('pay_01m7yp4pv0fhb94kz68t4m6rpe', 30)).toBe('pay_01m7yp4pv0fhb94kz68t4m6rpe');
  expect(shortReference('x'.repeat(31), 30)).toMatch(/^[0-9a-f]{30}$/);
});
