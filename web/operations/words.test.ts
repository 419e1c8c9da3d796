import { incidentKinds, serviceLevels, vehicleTypes, zoneKinds } from '@cottontree/contract';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: {} });

test.each([
  ['vehicles', vehicleTypes],
  ['kinds of zones', zoneKinds],
  ['speeds', serviceLevels],
  ['kinds of incidents', incidentKinds],
])('%s have words of their own, so that none of them stays English in Krio', async (_what, known) => {
  const { operationsWords } = await import('./words.ts');
  expect(known.filter((one) => !Object.hasOwn(operationsWords, one))).toEqual([]);
});
