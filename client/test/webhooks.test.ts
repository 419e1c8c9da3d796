import { expect, test } from 'vitest';
import { operations } from '@cottontree/contract';
import { WebhookVerificationError, verifyWebhook } from '../src/webhooks.ts';

test('a receiver verifies the signed example with the client alone', async () => {
  const { secret, body, headers } = operations.getVerifyExample.example.answer;
  const now = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect((await verifyWebhook({ headers, body, secrets: [secret], now })).event).toBe(
    'shipping.status.updated',
  );
  await expect(verifyWebhook({ headers, body: `${body} `, secrets: [secret], now })).rejects.toThrow(
    WebhookVerificationError,
  );
});
