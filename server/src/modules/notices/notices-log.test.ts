import { afterAll, expect, test } from 'vitest';
import { parcel, wrongCode } from '../../../test/kit/parcel.ts';
import { startService, type TestService } from '../../../test/kit/service.ts';

const SECRET = 'a-secret-of-the-gateway';
const lines: string[] = [];
let service: TestService | undefined;
afterAll(() => service?.[Symbol.asyncDispose]());

test('no code, phone or secret of a message reaches the log, whatever happens to it', async () => {
  const write = (facts: object, message: string): void =>
    void lines.push(
      `${message} ${JSON.stringify(facts, (_key, value: unknown) => (value instanceof Error ? `${value.message} ${value.stack ?? ''}` : value))}`,
    );
  service = await startService({
    environment: { SMS_INBOUND_SECRET: SECRET, SMS_URL: '', LOG_LEVEL: 'debug' },
    log: { debug: write, info: write, warn: write, error: write },
  });
  const shop = await service.merchant({ livemode: true });
  const driver = await service.driver();
  const [row] = await service.query('SELECT phone FROM drivers WHERE id = $1', [driver]);
  const { data: made } = await shop.client.createDelivery({ body: parcel });
  const params = { jobNumber: made.job_number };
  await shop.client.assignDelivery({ params, body: { driver_id: driver } });
  await service.drain();
  await shop.client.resendCode({ params });
  const { data: renewed } = await shop.client.reissueCode({ params, body: { type: 'delivery' } });
  await service.drain();
  for (const code of [
    wrongCode(made.pickup_code),
    made.pickup_code,
    made.delivery_code,
    renewed.delivery_code,
  ]) {
    await fetch(`${service.baseUrl}/inbound/sms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
      body: JSON.stringify({
        id: `in-${code}`,
        from: row?.['phone'],
        text: `D ${made.job_number.slice(4)} ${code}`,
      }),
    });
  }
  await service.drain();
  const log = lines.join('\n');
  expect(lines.filter((line) => line.includes('for which no gateway is set up')).length).toBeGreaterThan(3);
  expect(log).toContain('+232 78 *** 567');
  for (const secret of [
    made.pickup_code,
    made.delivery_code,
    renewed.delivery_code,
    '78234567',
    String(row?.['phone']).slice(4),
    SECRET,
    shop.key,
  ])
    expect(log).not.toContain(secret);
  expect((await shop.client.trackDelivery({ params })).data.status).toBe('completed');
});
