import { expect, test } from 'vitest';
import type { TillAct, TillDone } from '../../../web/till/test/acts.ts';
import { startService } from '../kit/service.ts';
import { tillTool } from '../kit/till-outages.ts';
import { openToolAlone } from '../kit/tool-alone.ts';

test('whoever moves cash or counts at a till whose drawer is not open is told that nothing was kept', async () => {
  await using service = await startService();
  const { config } = await tillTool.prepare(service);
  const { origin } = new URL(service.baseUrl);
  await using page = await openToolAlone({ origin, driver: tillTool.driver, config });
  const act = (one: TillAct) => page.call<TillDone | null>('act', one);
  const atDrawer = [
    { what: 'pay_in', minor: 500 },
    { what: 'pay_out', minor: 200 },
    { what: 'older', minor: 100 },
    { what: 'close', minor: 400 },
  ] as const;
  for (const one of atDrawer) expect(await act(one), one.what).toBeNull();
  expect(await page.call('state')).toMatchObject({ unsent: 0 });
  await act({ what: 'open', minor: 0 });
  for (const one of atDrawer) expect(await act(one), one.what).toMatchObject({ minor: one.minor });
  for (const one of atDrawer) expect(await act(one), one.what).toBeNull();
});
