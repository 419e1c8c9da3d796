import { expect, test } from 'vitest';
import { parcel } from '../../test/kit/parcel.ts';
import { startService } from '../../test/kit/service.ts';

test('requests that their callers have given up are load no more', async () => {
  await using service = await startService();
  const shop = await service.merchant();
  const { data } = await shop.client.createDelivery({ body: parcel });
  const { shedder } = service.server.door;
  const hangUp = new AbortController();
  const polls = Array.from({ length: 20 }, () =>
    fetch(`${service.baseUrl}/shipping/deliveries/${data.job_number}/track?wait=25&since_version=1`, {
      headers: { authorization: `Bearer ${shop.key}` },
      signal: hangUp.signal,
    }).catch(() => null),
  );
  await expect.poll(() => shedder.inFlight()).toBe(20);
  hangUp.abort();
  await Promise.all(polls);
  await expect.poll(() => shedder.inFlight()).toBe(0);
});
