import { signBody, signMessage as signByWebCrypto, verifyWebhook } from '@cottontree/contract/signature';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareSecret, signMessage } from './sign-message.ts';

const secretText = fc
  .uint8Array({ minLength: 1, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

describe('the sender signs a message', () => {
  test('exactly as the contract does, for any secret, id, time and body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ secret: secretText, id: fc.string(), timestamp: fc.nat(), bytes: fc.uint8Array() }),
        async (attempt) => {
          const { secret, id, timestamp } = attempt;
          const body = Buffer.from(attempt.bytes);
          const headers = signMessage({ id, timestamp, body, secrets: [prepareSecret('primary', secret)] });
          expect(headers).toEqual({
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': await signByWebCrypto(secret, { id, timestamp, body }),
            'x-service-signature': await signBody(secret, body),
          });
        },
      ),
    );
  });

  test('with every secret of a rotation, each under its own header', async () => {
    const [first, second, third] = [1, 2, 3].map(
      (fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`,
    );
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three secrets expected');
    const body = Buffer.from('{"event":"a","livemode":true,"created":1,"data":{"object":{}}}');
    const secrets = [
      prepareSecret('primary', first),
      prepareSecret('next', second),
      prepareSecret('previous', third),
    ];
    const headers = signMessage({ id: 'msg_1', timestamp: 1000, body, secrets });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(3);
    expect(headers['x-service-signature']).toBe(await signBody(first, body));
    expect(headers['x-service-signature-next']).toBe(await signBody(second, body));
    expect(headers['x-service-signature-previous']).toBe(await signBody(third, body));
    for (const secret of [first, second, third])
      expect(
        (await verifyWebhook({ headers, body, secrets: [secret], now: new Date(1_000_000) })).event,
      ).toBe('a');
  });

  test('and refuses an empty secret', () => {
    expect(() => prepareSecret('primary', 'whsec_')).toThrow('empty');
  });
});
