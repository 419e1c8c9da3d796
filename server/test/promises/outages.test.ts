import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findChromium, WHAT_TO_INSTALL } from '../../../setup/chromium.mjs';
import { faults, openFaultyProxy, type FaultyProxy } from '../kit/faulty-proxy.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant } from '../kit/service.ts';

const OUTAGES = figure(12, 1_000);
/** Beside the network: nothing, a tab loaded anew, the browser's process killed, another tab that takes over, a clock a day off. */
const events = ['nothing', 'reload', 'kill', 'take over', 'clock'] as const;
type Event = (typeof events)[number];
const SALES_MAX = 4;
const DAY_MS = 86_400_000;

test(
  `R19: whatever breaks between a till and the server, and whatever happens to its browser, no sale is lost and none comes twice (seed ${seed})`,
  { timeout: figure(240_000, 3 * 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using service = await startService();
    const shop = await service.merchant({ name: 'Aminata Stores' });
    await using proxy = await openFaultyProxy(service.baseUrl);
    await using till = await openTill(proxy, shop.key);
    const sold: string[] = [];
    let [charged, kills] = [0, 0];
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      proxy.fault = faults[outage % faults.length] ?? null;
      const event =
        outage === 4 || (outage > 9 && chance.happens(0.06))
          ? 'kill'
          : chance.pick(events.filter((one) => one !== 'kill'));
      for (let sale = chance.between(1, SALES_MAX); sale > 0; sale -= 1) {
        const total = chance.between(1, 90);
        sold.push(await till.sell(total));
        charged += total;
      }
      if (event === 'kill') kills += 1;
      await till.happen(event);
      proxy.fault = null;
      await till.sendAll();
    }
    const kept = await salesOf(shop);
    expect(kept.map(({ client_id }) => client_id).sort()).toEqual([...sold].sort());
    expect(kept.reduce((sum, { total }) => sum + total, 0)).toBe(charged);
    expect(await till.drawer()).toBe(charged);
    expect(proxy.met()).toBeGreaterThan(0);
    tell(
      `R19: ${OUTAGES} outages, ${kills} of them with the browser killed, ${proxy.met()} calls met a fault: ${sold.length} sales, 0 lost, 0 doubled`,
    );
  },
);

type Kept = { readonly client_id: string | null; readonly total: number };

async function salesOf({ client }: TestMerchant): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, meta } = await client.listSales({ query: { limit: 100, ...(cursor ? { cursor } : {}) } });
    kept.push(...data.map(({ client_id, total }) => ({ client_id, total })));
    cursor = meta.next_cursor ?? undefined;
    if (!cursor) return kept;
  }
}

type Till = AsyncDisposable & {
  readonly sell: (total: number) => Promise<string>;
  readonly happen: (event: Event) => Promise<void>;
  readonly sendAll: () => Promise<void>;
  readonly drawer: () => Promise<unknown>;
};

/** A till in a browser of its own, whose disk outlives its process. */
async function openTill(proxy: FaultyProxy, key: string): Promise<Till> {
  const script = await bundled();
  const folder = await mkdtemp(join(tmpdir(), 'ct-till-'));
  let context = await openContext(folder);
  let page = await openTab();

  async function openTab(offMs = 0): Promise<Page> {
    const tab = await context.newPage();
    if (offMs !== 0) await tab.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${offMs}; }`);
    await tab.goto(`${proxy.origin}/dev/gallery`);
    await begin(tab);
    return tab;
  }
  async function begin(tab: Page): Promise<void> {
    await tab.evaluate(script);
    await tab.evaluate(
      `openDriven(${JSON.stringify(key)}).then((opened) => { globalThis.outbox = opened; })`,
    );
  }
  const isWriting = () => expect.poll(() => page.evaluate('outbox.state.value.phase')).not.toBe('elsewhere');
  await isWriting();
  return {
    sell: (total) => page.evaluate<string>(`sellDriven(outbox, ${total})`),
    async happen(event) {
      if (event === 'reload') {
        await page.reload();
        await begin(page);
      }
      if (event === 'kill') {
        process.kill(await pidOf(folder), 'SIGKILL');
        await context.close().catch(() => undefined);
        await rm(join(folder, 'SingletonLock'), { force: true });
        context = await openContext(folder);
        page = await openTab();
      }
      if (event === 'take over' || event === 'clock') {
        const before = page;
        page = await openTab(event === 'clock' ? DAY_MS : 0);
        await page.evaluate('outbox.takeOver()');
        await isWriting();
        await before.close();
      }
      await isWriting();
    },
    async sendAll() {
      await page.evaluate('outbox.sendNow()');
      await expect.poll(() => page.evaluate('outbox.state.value.unsent')).toBe(0);
    },
    drawer: () =>
      page.evaluate(
        `new Promise((resolve) => { const open = indexedDB.open('driven'); open.onsuccess = () => { const got = open.result.transaction('drawer').objectStore('drawer').get('cash'); got.onsuccess = () => resolve(got.result); }; })`,
      ),
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openContext(folder: string): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(WHAT_TO_INSTALL);
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** Chromium's lock on its folder names its process. */
async function pidOf(folder: string): Promise<number> {
  return Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1));
}

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../../web/outbox/test/driver.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['@cottontree/source'],
  });
  return outputFiles[0]?.text ?? '';
}
