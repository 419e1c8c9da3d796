import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findBarriers,
  IN_A_BROWSER,
  listenTo,
  openBrowser,
  SIZES,
  type TestBrowser,
} from '../kit/browser.ts';
import { addressOf, dashboardRoutes } from '../kit/dashboard-routes.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { thingsOf, type Things } from '../kit/things.ts';

/** Two cores are busy with three pages: a third of the time a page waits for the server. */
const AT_ONCE = 3;
/** Of one place, however crowded the machine is. */
const TIME_MS_MAX = 600_000;
const DESK = { width: 1_440, height: 900 };
/** The smallest phone that is sold; 400 % zoom at a desk of 1280 px comes to the same. */
const NARROWEST = { ...SIZES.phone, width: 320 };
/** A desk of 1280 px at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };
/** A tablet held upright. */
const TABLET = { width: 768, height: 1_024 };
/** States of a page that its address chooses, beside those that have a path of their own. */
const PARTS: readonly (readonly [route: string, query: string])[] = [
  ['/developers/webhooks/:id', 'part=tail'],
  ['/developers/webhooks/:id', 'part=recoveries'],
  ['/developers/webhooks/:id', 'part=settings'],
  ['/developers/webhooks/:id', 'part=secret'],
  ['/developers/webhooks/:id', 'part=drill'],
  ['', 'days=90'],
  ['/payments', 'status=failed'],
];

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let things: Things;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  const { data: zones } = await shop.client.listZones();
  things = { ...(await thingsOf(service, { key: shop.key, clock: true })), zone: String(zones[0]?.id) };
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** What is wrong with a page: on phones by day, at a desk by night, and where letters are twice as large; an empty list where nothing is. */
async function faultsOf(page: Page, address: string): Promise<readonly string[]> {
  const refused: string[] = [];
  const listen = (answer: { readonly status: () => number; readonly url: () => string }): void => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  };
  page.on('response', listen);
  await page.setViewportSize(NARROWEST);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(dashboardUrl(service, address));
  await page.locator('h1').first().waitFor();
  await settled(page);
  const found = (await findBarriers(page)).map((fault) => `smallest phone: ${fault}`);
  for (const size of [NARROWEST, SIZES.phone, ZOOMED]) {
    await page.setViewportSize(size);
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
      found.push(`scrolls sideways at ${size.width} px: ${await whatIsWider(page)}`);
    for (const name of await whatIsCut(page)) found.push(`out of sight at ${size.width} px: ${name}`);
    if (size === SIZES.phone)
      found.push(...(await findBarriers(page, 'contrast')).map((fault) => `phone: ${fault}`));
  }
  await page.setViewportSize(TABLET);
  for (const word of await whatIsBroken(page)) found.push(`broken within a word on a tablet: ${word}`);
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  found.push(...(await findBarriers(page)).map((fault) => `desk: ${fault}`));
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`has ${headings} main headings`);
  if (!/\S+ · Aminata Stores · Cottontree$/.test(await page.title()))
    found.push(`is called ${await page.title()}`);
  page.off('response', listen);
  return [...found, ...refused];
}

/** What reaches farthest past the edge, to know where to look. */
async function whatIsWider(page: Page): Promise<string> {
  const farthest = `[...document.querySelectorAll('main *')]
    .map((one) => [one.getBoundingClientRect().right, one.tagName + '.' + one.className])
    .toSorted(([one], [other]) => other - one)[0]?.join(' ')`;
  return String(await page.evaluate(farthest));
}

/** What is there to be pressed and lies, for more than half of it, where a frame that nobody can scroll cuts it off. */
async function whatIsCut(page: Page): Promise<readonly string[]> {
  const cut = `[...document.querySelectorAll('main :is(a, button, input, select)')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    for (let frame = one.parentElement; width > 1 && frame; frame = frame.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(frame);
      if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return false;
      if (overflowX !== 'visible' && (left + right) / 2 > frame.getBoundingClientRect().right) return true;
    }
    return false;
  }).map((one) => one.textContent || one.name)`;
  return (await page.evaluate(cut)) as readonly string[];
}

/** Short words of titles and tables that begin on one line and end on another. */
async function whatIsBroken(page: Page): Promise<readonly string[]> {
  const broken = `[...document.querySelectorAll('main h1, main :is(td, th)')].flatMap((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const words = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { index, 0: word } of node.data.matchAll(/(?<![^\\s])[\\p{L}\\d]{2,12}(?![^\\s])/gu)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
      }
    return words;
  })`;
  return (await page.evaluate(broken)) as readonly string[];
}

/** What is wrong with pages, by their address. */
async function walk(addresses: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const owner = await signedInMember(service, { merchantId: shop.id });
  const { page: first } = await openDashboard(browser, { service, member: owner });
  const context = first.context();
  const found: Record<string, readonly string[]> = {};
  const left = [...addresses];
  async function walkOn(): Promise<void> {
    const page = await context.newPage();
    const complaints = listenTo(page, new URL(service.baseUrl).origin);
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      complaints.length = 0;
      const faults = await faultsOf(page, address);
      if (faults.length + complaints.length > 0) found[address || '/'] = [...faults, ...complaints];
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walkOn));
  await context.close();
  return found;
}

const routes = await dashboardRoutes();

describe('every page', { ...IN_A_BROWSER, timeout: TIME_MS_MAX }, () => {
  test.each([...routes])(
    'of %s can be read and used, on phones by day, at a desk by night and at twice its size, with real things on it',
    async (_place, own) => {
      const parts = PARTS.filter(([route]) => own.includes(route));
      const known = [...own.map((route) => [route, ''] as const), ...parts];
      const addresses = known.map(([route, query]) => [route, addressOf(route, things), query] as const);
      expect(addresses.filter(([, address]) => address === null).map(([route]) => route)).toEqual([]);
      expect(await walk(addresses.map(([, address, query]) => `${address}${query && `?${query}`}`))).toEqual(
        {},
      );
    },
  );

  test('is known: no place is missing, and no page', async () => {
    const shown = await readFile(new URL('../../../web/dashboard/places.tsx', import.meta.url), 'utf8');
    const imported = [...shown.matchAll(/from '\.\/([\w-]+)\/place\.ts'/g)].map(([, name = '']) => name);
    expect([...routes.keys()].toSorted()).toEqual(imported.toSorted());
    expect([...routes.values()].flat().length).toBeGreaterThan(100);
  });
});
