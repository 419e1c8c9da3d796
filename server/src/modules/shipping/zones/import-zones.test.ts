import { expect, test } from 'vitest';
import { startService } from '../../../../test/kit/service.ts';
import { ensureShippingDefaults } from '../ensure-shipping-defaults.ts';

test('nodes that start at once on an empty map fill it once', async () => {
  await using service = await startService();
  const { context } = service.server.runtime;
  for (let round = 0; round < 20; round += 1) {
    await service.query('DELETE FROM zones');
    await Promise.all(Array.from({ length: 8 }, () => ensureShippingDefaults(context)));
    expect(await service.query('SELECT count(*)::int AS zones FROM zones')).toEqual([{ zones: 48 }]);
  }
});
