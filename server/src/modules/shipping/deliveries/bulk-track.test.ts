import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
const jobs: string[] = [];

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
  for (let made = 0; made < 4; made += 1)
    jobs.push((await shop.client.createDelivery({ body: parcel })).data.job_number);
  await shop.client.advanceDelivery({
    params: { jobNumber: jobs[1] ?? '' },
    body: { to_status: 'in_transit' },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const track = async (job_numbers: string[], more = {}) =>
  (await shop.client.bulkTrack({ body: { job_numbers, ...more } })).data;

describe('tracking several deliveries', () => {
  test('answers each in the order asked, as tracking one would', async () => {
    const asked = [jobs[2], jobs[0], jobs[1]].map(String);
    const { results, not_found: missing, count } = await track(asked);
    expect(results.map(({ job_number }) => job_number)).toEqual(asked);
    expect([missing, count]).toEqual([[], 3]);
    const { data: one } = await shop.client.trackDelivery({ params: { jobNumber: String(jobs[1]) } });
    for (const field of [
      'status',
      'order_status',
      'phase',
      'pickup_verified',
      'status_updated_at',
      'tracking_url',
      'version',
    ] as const)
      expect(results[2]).toHaveProperty(field, one[field]);
  });

  test('leaves the timelines out unless they are asked for', async () => {
    const asked = [String(jobs[1])];
    expect((await track(asked)).results[0]).not.toHaveProperty('timeline');
    const [result] = (await track(asked, { include_timeline: true })).results;
    expect(result).toMatchObject({
      timeline: [
        { status: 'pending' },
        { status: 'assigned' },
        { status: 'picked_up' },
        { status: 'in_transit' },
      ],
    });
  });

  test('merges the same number, however it is typed', async () => {
    const number = String(jobs[0]);
    expect((await track([number, number.toLowerCase(), number])).results).toHaveLength(1);
  });

  test('cannot tell unknown, foreign, live and malformed numbers apart, and does not fail for them', async () => {
    const stranger = await service.merchant();
    const { data: theirs } = await stranger.client.createDelivery({ body: parcel });
    const liveKey = await service.key(shop.id, { livemode: true });
    const live = await fetch(`${service.baseUrl}/shipping/deliveries`, {
      method: 'POST',
      headers: { 'x-api-key': liveKey, 'content-type': 'application/json' },
      body: JSON.stringify(parcel),
    });
    const { data: ours } = (await live.json()) as { data: { job_number: string } };
    const missing = [
      UNKNOWN_JOB,
      theirs.job_number,
      ours.job_number,
      'nonsense',
      '',
      "'; DROP TABLE deliveries --",
      'a'.repeat(65),
      'SHP-'.repeat(20_000),
    ];
    const data = await track([...missing, String(jobs[0])]);
    expect(data.results.slice(0, -1)).toEqual(missing.map((job_number) => ({ job_number, found: false })));
    expect(data.not_found).toEqual(missing);
    expect([data.count, data.results.at(-1)]).toEqual([9, expect.objectContaining({ found: true })]);
  });

  test('takes a hundred', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `SHP-0000-${String(at).padStart(4, '0')}`);
    expect((await track(many)).count).toBe(100);
  });

  test('shows no code', async () => {
    const { data: created } = await shop.client.createDelivery({ body: parcel });
    const text = JSON.stringify(await track([created.job_number], { include_timeline: true }));
    for (const code of [created.pickup_code, created.delivery_code]) expect(text).not.toContain(`"${code}"`);
  });

  test('ignores an Idempotency-Key, for it only reads', async () => {
    for (const asked of [jobs[0], jobs[1]]) {
      const response = await fetch(`${service.baseUrl}/shipping/bulk-track`, {
        method: 'POST',
        headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'idempotency-key': 'same' },
        body: JSON.stringify({ job_numbers: [asked] }),
      });
      expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
  });
});

test('more than a hundred numbers are refused', async () => {
  const many = Array.from({ length: 101 }, () => String(jobs[0]));
  await expect(track(many)).rejects.toMatchObject({
    code: 'TOO_MANY_ITEMS',
    status: 400,
    details: { fields: [expect.objectContaining({ path: 'job_numbers' })] },
  });
});

test.each([[[]], [[1]], ['SHP-0000-0000']])('%j is no list of numbers', async (job_numbers) => {
  await expect(track(job_numbers as unknown as string[])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    status: 400,
    message: expect.stringContaining('job_numbers'),
  });
});
