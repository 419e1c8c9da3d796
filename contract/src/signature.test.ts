import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  signBody,
  signMessage,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookInput,
} from './signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMDAwMDAwMDA=';
const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const text =
  '{"event":"shipping.status.updated","livemode":false,"created":1767225600,"data":{"object":{"job_number":"JOB-1","status":"in_transit"}}}';
const body = new TextEncoder().encode(text);
const id = 'msg_01kdvcx6000000000000000000';
const timestamp = 1_767_225_600;
const now = new Date(timestamp * 1000);

const vector = {
  bodySignature: '12ab2a2ffd9a6d1145102399468e05abc6669b4c26ca280e94f1d9bca9289518',
  messageSignature: 'v1,2+wbUXZ8x035CwOR2N/F4ydyq8CY8Otxu3+OShBjW20=',
};

async function standardHeaders(...secrets: string[]): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((one) => signMessage(one, { id, timestamp, body })));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

async function failedStep(input: Partial<VerifyWebhookInput>): Promise<string> {
  try {
    await verifyWebhook({ headers: {}, body: text, secrets: [secret], now, ...input });
    return 'passed';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.step;
    throw error;
  }
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the two signatures of a webhook', () => {
  test('have the values that the documentation states', async () => {
    expect(await signBody(secret, body)).toBe(vector.bodySignature);
    expect(await signMessage(secret, { id, timestamp, body })).toBe(vector.messageSignature);
  });

  test('are HMAC-SHA256 under the whole secret and under its decoded part', async () => {
    expect(await signBody(secret, body)).toBe(createHmac('sha256', secret).update(body).digest('hex'));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    expect(await signMessage(secret, { id, timestamp, body })).toBe(`v1,${digest}`);
  });

  test('satisfy the foreign verifier, also while a secret is being rotated', async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const headers = await standardHeaders(secret, otherSecret);
    expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text));
    expect(new Webhook(otherSecret).verify(text, headers)).toEqual(JSON.parse(text));
    expect(() =>
      new Webhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`).verify(text, headers),
    ).toThrow('No matching signature');
  });
});

describe('a receiver that verifies a webhook', () => {
  test('gets the event from the standard headers', async () => {
    const event = await verifyWebhook({
      headers: await standardHeaders(secret),
      body: text,
      secrets: [secret],
      now,
    });
    expect(event).toEqual(JSON.parse(text));
  });

  test('accepts what the foreign signer made', async () => {
    const signature = new Webhook(secret).sign(id, now, text);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    expect((await verifyWebhook({ headers, body, secrets: [secret], now })).created).toBe(timestamp);
  });

  test('gets the event from X-Service-Signature alone, in any case, from a Headers object or node:http headers', async () => {
    const hex = await signBody(secret, body);
    for (const headers of [
      new Headers({ 'X-Service-Signature': hex }),
      { 'X-Service-Signature': hex.toUpperCase() },
      { 'x-service-signature': [hex] },
    ])
      expect((await verifyWebhook({ headers, body, secrets: [secret], now })).event).toBe(
        'shipping.status.updated',
      );
  });

  test('never fails during a rotation when it holds either secret or both', async () => {
    const both = await standardHeaders(otherSecret, secret);
    const specified = {
      'x-service-signature': await signBody(secret, body),
      'x-service-signature-next': await signBody(otherSecret, body),
    };
    for (const headers of [both, specified])
      for (const secrets of [[secret], [otherSecret], [secret, otherSecret], [otherSecret, secret]])
        expect((await verifyWebhook({ headers, body: text, secrets, now })).livemode).toBe(false);
  });

  test('is told when the body was already parsed', async () => {
    expect(await failedStep({ headers: await standardHeaders(secret), body: JSON.parse(text) })).toBe('body');
  });

  test('takes bytes of another world, such as Jest gives', async () => {
    const bytes = runInNewContext('Uint8Array.from(numbers)', { numbers: [0, ...body, 0] }) as Uint8Array;
    expect(bytes instanceof Uint8Array).toBe(false);
    const headers = await standardHeaders(secret);
    expect(await failedStep({ headers, body: bytes.subarray(1, -1) })).toBe('passed');
  });

  test('is told when it has no usable secret', async () => {
    const headers = await standardHeaders(secret);
    expect(await failedStep({ headers, secrets: [] })).toBe('secret');
    expect(await failedStep({ headers, secrets: ['whsec_'] })).toBe('secret');
    expect(await failedStep({ headers, secrets: ['whsec_%%%'] })).toBe('secret');
    // What a variable of the environment is that nobody has set.
    expect(await failedStep({ headers, secrets: undefined as never })).toBe('secret');
    expect(await failedStep({ headers, secrets: [undefined] as never })).toBe('secret');
  });

  test('lets nobody in who signed under an empty secret, or under what stands before each', async () => {
    for (const empty of ['', 'whsec_']) {
      const forged = createHmac('sha256', empty).update(body).digest('hex');
      expect(await failedStep({ headers: { 'x-service-signature': forged }, secrets: [empty] })).toBe(
        'secret',
      );
      expect(await failedStep({ headers: { 'x-service-signature': forged }, secrets: [secret, empty] })).toBe(
        'secret',
      );
    }
  });

  test('is told which headers are missing', async () => {
    expect(await failedStep({})).toBe('headers');
    expect(
      await failedStep({ headers: { ...(await standardHeaders(secret)), 'webhook-id': undefined } }),
    ).toBe('headers');
    expect(
      await failedStep({
        headers: { 'x-service-signature': await signBody(secret, body) },
        requireTimestamp: true,
      }),
    ).toBe('headers');
  });

  test('is told when the time is malformed, too old or ahead', async () => {
    const headers = await standardHeaders(secret);
    expect(await failedStep({ headers: { ...headers, 'webhook-timestamp': '1e9' } })).toBe('timestamp');
    expect(await failedStep({ headers, now: new Date(now.getTime() + 300_000) })).toBe('passed');
    expect(await failedStep({ headers, now: new Date(now.getTime() + 301_000) })).toBe('timestamp');
    expect(await failedStep({ headers, now: new Date(now.getTime() - 301_000) })).toBe('timestamp');
    expect(await failedStep({ headers, now: new Date(Number.NaN) })).toBe('timestamp');
  });

  test('is told when the signature is of another secret, and a good X-Service-Signature does not rescue a bad standard one', async () => {
    const hex = await signBody(secret, body);
    expect(await failedStep({ headers: await standardHeaders(otherSecret) })).toBe('signature');
    expect(
      await failedStep({ headers: { ...(await standardHeaders(otherSecret)), 'x-service-signature': hex } }),
    ).toBe('signature');
    expect(await failedStep({ headers: { 'x-service-signature': hex }, secrets: [otherSecret] })).toBe(
      'signature',
    );
  });

  test('is told when signed content is no event', async () => {
    for (const content of [
      'not json',
      '[]',
      '{"event":1}',
      '{"event":"a","livemode":true,"created":1,"data":{}}',
    ]) {
      const bytes = new TextEncoder().encode(content);
      expect(
        await failedStep({
          headers: { 'x-service-signature': await signBody(secret, bytes) },
          body: content,
        }),
      ).toBe('content');
    }
  });

  test('refuses a body or signature with any one bit changed', async () => {
    const headers = await standardHeaders(secret);
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Uint8Array.from(body, (byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        expect(await failedStep({ headers, body: changed })).toBe('signature');
      }),
    );
  });
});
