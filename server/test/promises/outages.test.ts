import { expect, test } from 'vitest';
import { faults, openFaultyProxy } from '../kit/faulty-proxy.ts';
import type { OutageTool } from '../kit/outage-tool.ts';
import { createChance, figure, seed, tell, type Chance } from '../kit/seed.ts';
import { startService } from '../kit/service.ts';
import { tillTool } from '../kit/till-outages.ts';
import { deviceEvents, openToolPage } from '../kit/tool-page.ts';

/** Each tool that keeps what people do without a network. */
const tools: readonly OutageTool[] = [tillTool];
const OUTAGES = figure(12, Number(process.env['OUTAGES'] ?? 1_000));
const ACTS_MAX = 4;
/** So little that IndexedDB refuses what makes it larger. */
const FULL_BYTES = 1;

/** The fault and the event of an outage: each kind in its turn first, then by chance; killing costs seconds. */
function pickOutage(outage: number, chance: Chance) {
  const fault = faults[outage % faults.length] ?? null;
  const first = ['differ', ...deviceEvents] as const;
  const usual = deviceEvents.filter((one) => one !== 'kill');
  const event =
    outage < first.length
      ? (first[outage] ?? 'nothing')
      : chance.happens(0.05)
        ? 'kill'
        : chance.happens(0.06)
          ? 'differ'
          : chance.pick(usual);
  return { fault, event };
}

test.each(tools)(
  `R19: whatever breaks between a $name and the server, and whatever happens to its browser, nothing is lost and nothing comes twice (seed ${seed})`,
  { timeout: figure(300_000, 6 * 3_600_000) },
  async (tool) => {
    const chance = createChance(seed);
    await using service = await startService();
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const { config, day } = await tool.prepare(service);
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    await using proxy = await openFaultyProxy(service.baseUrl);
    await using page = await openToolPage({ origin: proxy.origin, driver: tool.driver, config });
    const counts: Record<string, number> = {};
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      const { fault, event } = pickOutage(outage, chance);
      counts[event] = (counts[event] ?? 0) + 1;
      if (event === 'differ') await day.differ();
      proxy.fault = fault;
      if (event === 'full') await page.limitDisk(FULL_BYTES);
      for (let act = chance.between(1, ACTS_MAX); act > 0; act -= 1) await day.act(page, chance);
      if (event === 'full') await page.limitDisk(null);
      if (event !== 'differ') await page.happen(event);
      proxy.fault = null;
      await page.sendAll();
      if (event === 'differ' || chance.happens(0.1)) await day.endOfDay(page);
    }
    await day.endOfDay(page);
    const figures = await day.expectExact();
    expect(proxy.met()).toBeGreaterThan(0);
    const events = Object.entries(counts).map(([event, count]) => `${count} ${event}`);
    tell(
      `R19 ${tool.name}: ${OUTAGES} outages (${events.join(', ')}), ${proxy.met()} calls met a fault; ${figures}`,
    );
  },
);
