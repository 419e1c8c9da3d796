import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { quiet } from './quiet.ts';
import { COOKIE, type TestMember } from './member.ts';
import { findBarriers, SIZES, type Look, type LookedAt, type TestBrowser } from './browser.ts';
import type { TestService } from './service.ts';

/** The built apps, which `npm test` builds before it tests. */
const DIST = new URL('../../../web/dist/', import.meta.url);

/** Where a service shows the dashboard, in test mode. */
export function dashboardUrl(service: TestService, path = '', mode: 'test' | 'live' = 'test'): string {
  return `${new URL(service.baseUrl).origin}/dashboard${mode === 'test' ? '/test' : ''}${path}`;
}

/** The dashboard as a signed-in person opens it. */
export async function openDashboard(
  browser: TestBrowser,
  {
    service,
    member,
    path = '',
    look = {},
  }: { service: TestService; member: TestMember; path?: string; look?: Look },
): Promise<LookedAt> {
  const opened = await browser.look(dashboardUrl(service, path), {
    width: 'desktop',
    cookies: [cookieOf(service, member)],
    ...look,
  });
  await opened.page.locator('.shell').waitFor();
  return opened;
}

function cookieOf(service: TestService, { token }: TestMember) {
  const url = new URL(service.baseUrl).origin.replace('http:', 'https:');
  return { name: COOKIE, value: token, url, httpOnly: true, secure: true, sameSite: 'Lax' as const };
}

/** Once nothing is being asked for any more. */
export async function settled(page: Page): Promise<void> {
  await quiet(page);
  await expect.poll(() => page.locator('.loading').count()).toBe(0);
}

/** What a person would stumble over on a page that is open, by width and theme; empty where nothing is. */
export async function barriersOn(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const width of ['desktop', 'phone'] as const) {
    await page.setViewportSize(SIZES[width]);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Colours that are on their way from one theme to the other are neither's.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found[`${width} ${colorScheme}`] = await findBarriers(
        page,
        colorScheme === 'light' ? 'all' : 'contrast',
      );
    }
    const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    found[`${width} sideways`] = fits === true ? [] : ['it scrolls sideways'];
  }
  return Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0));
}

/** Bytes of an app's script and style as they cross the wire at first: what its page names. */
export async function firstLoadBytes(app: string): Promise<number> {
  const sizes = await Promise.all((await namedIn(app)).map(gzipBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of every piece that is loaded later, by its name. */
export async function pieceBytes(app: string): Promise<ReadonlyMap<string, number>> {
  const first = await namedIn(app);
  const names = (await readdir(new URL('assets/', DIST))).filter(
    (name) => name.startsWith(`${app}.`) && /\.(js|css)$/.test(name),
  );
  const later = names.filter((name) => !first.includes(name));
  return new Map(await Promise.all(later.map(async (name) => [name, await gzipBytes(name)] as const)));
}

async function namedIn(app: string): Promise<readonly string[]> {
  const html = await readFile(new URL(`${app}.html`, DIST), 'utf8');
  return [...new Set([...html.matchAll(/\/app\/assets\/([^"]+\.(?:js|css))/g)].map(([, name = '']) => name))];
}

async function gzipBytes(name: string): Promise<number> {
  return gzipSync(await readFile(new URL(`assets/${name}`, DIST))).length;
}
