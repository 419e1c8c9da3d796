import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import type { Logger } from '../../../kernel/running/logger.ts';
import { openTestReceiver } from '../../../../test/kit/open-receiver.ts';
import { createBacklogWatch } from './backlog-watch.ts';
import { createOutcomeCounter } from './outcome-counter.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ environment: { WEBHOOK_RETRY_BASE_MS: '10000' } });
});
afterAll(() => service[Symbol.asyncDispose]());

const metrics = (): string => service.server.server.metrics.text();

test('the metrics tell what waits and how attempts ended', async () => {
  const receiver = await openTestReceiver();
  const shop = await service.merchant();
  await shop.client.createWebhook({ body: { url: receiver.url } });
  await shop.client.createDelivery({ body: parcel });
  service.advance(12_000);
  await service.server.modules.webhooks.watchBacklog();
  expect(metrics()).toContain('cottontree_outbox_facts 1\n');
  expect(Number(/^cottontree_outbox_oldest_seconds ([\d.]+)$/m.exec(metrics())?.[1])).toBeGreaterThan(11);
  receiver.answer(500, 200);
  await service.drain();
  expect(metrics()).toContain('cottontree_webhook_queue{state="delayed"} 1\n');
  service.advance(60_000);
  await service.drain();
  for (const line of [
    'cottontree_outbox_facts 0',
    'cottontree_webhook_queue{state="delayed"} 0',
    'cottontree_webhook_attempts_total{outcome="succeeded"} 1',
    'cottontree_webhook_attempts_total{outcome="status"} 1',
    'cottontree_webhook_alert{what="facts"} 0',
  ]) {
    expect(metrics()).toContain(`${line}\n`);
  }
  await receiver.close();
});

test('the log says when facts wait too long, once, and when they no longer do', async () => {
  const said: string[] = [];
  const note = (facts: object, message: string): void =>
    void said.push(`${String((facts as { alert?: string }).alert)}: ${message}`);
  const log: Logger = { debug: () => undefined, info: note, warn: note, error: note };
  const watch = createBacklogWatch({ ...service.server.runtime.context, log }, createOutcomeCounter());
  const shop = await service.merchant();
  await shop.client.createDelivery({ body: parcel });
  await watch.turn();
  expect(said).toEqual([]);
  service.advance(31_000);
  await watch.turn();
  await watch.turn();
  expect(said).toEqual([expect.stringMatching(/^facts: The oldest fact has waited too long/)]);
  expect(watch.figures().find(({ name }) => name === 'cottontree_webhook_alert')?.values).toContainEqual({
    labels: { what: 'facts' },
    value: 1,
  });
  await service.drain();
  await watch.turn();
  expect(said.slice(1)).toEqual(['facts: Webhooks are on time again.']);
});
