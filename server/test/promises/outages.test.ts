import { afterAll, beforeAll, expect, test } from 'vitest';
import { courierTool } from '../kit/courier-outages.ts';
import { doorTool } from '../kit/door-outages.ts';
import { faults, openFaultyProxy } from '../kit/faulty-proxy.ts';
import type { OutageTool } from '../kit/outage-tool.ts';
import { createChance, figure, isLong, seed, tell, type Chance } from '../kit/seed.ts';
import { startRestorable, type RestorableService } from '../kit/restorable-service.ts';
import { tillTool } from '../kit/till-outages.ts';
import { openToolAlone } from '../kit/tool-alone.ts';
import {
  deviceEvents,
  DiskLostError,
  openToolPage,
  type ToolOpening,
  type ToolPage,
} from '../kit/tool-page.ts';

/** Each tool that keeps what people do without a network. */
const tools: readonly OutageTool[] = [tillTool, doorTool, courierTool];

type Way = {
  readonly where: string;
  readonly open: (opening: ToolOpening) => Promise<ToolPage>;
  readonly outages: number;
  readonly slowMs: number;
};
const inBrowser: Way = {
  where: 'in a browser',
  open: openToolPage,
  outages: figure(11, 60),
  slowMs: 400,
};
const byItself: Way = { where: 'by itself', open: openToolAlone, outages: 280, slowMs: 40 };
/** In the long form of all three tools more than a thousand; a browser costs seconds for each. */
const ways: readonly Way[] = isLong ? [inBrowser, byItself] : [inBrowser];
const ACTS_MAX = 4;
/** So little that IndexedDB refuses what makes it larger. */
const FULL_BYTES = 1;

let service: RestorableService;
beforeAll(async () => {
  service = await startRestorable();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The fault and the event of an outage: each kind in its turn first, then by chance; killing costs seconds. */
function pickOutage(outage: number, chance: Chance) {
  const fault = faults[outage % faults.length] ?? null;
  const first = ['differ', ...deviceEvents, 'nothing', 'restore'] as const;
  const usual = deviceEvents.filter((one) => one !== 'kill' && one !== 'full');
  const event =
    outage < first.length
      ? (first[outage] ?? 'nothing')
      : chance.happens(0.1)
        ? chance.pick(['kill', 'full'] as const)
        : chance.happens(0.12)
          ? chance.pick(['differ', 'restore'] as const)
          : chance.pick(usual);
  // What is lost with a server has to have been with it.
  return { fault: event === 'restore' ? null : fault, event };
}

/** The server is put back to where it was before; the device, begun anew, asks what became of its work and offers it again. */
async function restore(page: ToolPage): Promise<void> {
  await service.restore();
  await page.happen('reload');
  await page.call('askForLost');
  await page.sendAll();
}

/** Day after day of outages; answers what was seen. */
async function liveThrough(tool: OutageTool, way: Way): Promise<string> {
  const begunMs = performance.now();
  const chance = createChance(seed);
  const { config, day } = await tool.prepare(service);
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  await using proxy = await openFaultyProxy(service.baseUrl, way.slowMs);
  await using page = await way.open({ origin: proxy.origin, driver: tool.driver, config });
  const counts: Record<string, number> = {};
  for (let outage = 0; outage < way.outages; outage += 1) {
    const { fault, event } = pickOutage(outage, chance);
    counts[event] = (counts[event] ?? 0) + 1;
    await day.ready(page, chance);
    if (event === 'differ') await day.differ();
    if (event === 'restore') await service.backUp();
    proxy.fault = fault;
    if (event === 'full') await page.limitDisk(FULL_BYTES);
    for (let act = chance.between(1, ACTS_MAX); act > 0; act -= 1) await day.act(page, chance);
    if (event === 'full') await page.limitDisk(null);
    else if (event !== 'differ' && event !== 'restore') await page.happen(event);
    proxy.fault = null;
    await page.sendAll();
    if (event === 'restore') await restore(page);
    if (event === 'differ' || chance.happens(0.1)) await day.endOfDay(page);
  }
  await day.endOfDay(page);
  const figures = await day.expectExact();
  expect(proxy.met()).toBeGreaterThan(0);
  const events = Object.entries(counts).map(([event, count]) => `${count} ${event}`);
  const seconds = Math.round((performance.now() - begunMs) / 1_000);
  return `${way.outages} outages in ${seconds} s (${events.join(', ')}), ${proxy.met()} calls met a fault; ${figures}`;
}

test.each(ways.flatMap((way) => tools.map((tool) => ({ ...way, ...tool, way, tool }))))(
  `R19: whatever breaks between a $name $where and the server, and whatever happens to its device, nothing is lost and nothing comes twice (seed ${seed})`,
  { timeout: figure(300_000, 3 * 3_600_000) },
  async ({ tool, way }) => {
    const seen = await liveThrough(tool, way).catch((error: unknown) => {
      if (!(error instanceof DiskLostError)) throw error;
      tell(`R19 ${tool.name} ${way.where}: ${error.message} Begun anew with another.`);
      return liveThrough(tool, way);
    });
    tell(`R19 ${tool.name} ${way.where}: ${seen}`);
  },
);
