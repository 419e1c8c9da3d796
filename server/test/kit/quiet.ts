import type { Page, Request } from 'playwright-core';

type Asking = { readonly open: Set<Request>; changedAtMs: number };

const QUIET_MS = 500;
const LOOK_EVERY_MS = 50;
const GIVE_UP_MS = 60_000;
const asking = new WeakMap<Page, Asking>();

/** Follows what a page asks for; a stream of changes is asked for as long as the page is there, so it does not count. */
export function followRequests(page: Page): Asking {
  const own: Asking = { open: new Set(), changedAtMs: Date.now() };
  asking.set(page, own);
  const over = (request: Request): void => {
    if (own.open.delete(request)) own.changedAtMs = Date.now();
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/live') return;
    own.open.add(request);
    own.changedAtMs = Date.now();
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return own;
}

/** Once a page has asked for nothing for half a second. */
export async function quiet(page: Page): Promise<void> {
  // One that a page opened itself is followed from here on.
  const own = asking.get(page) ?? followRequests(page);
  const end = Date.now() + GIVE_UP_MS;
  while (own.open.size > 0 || Date.now() - own.changedAtMs < QUIET_MS) {
    if (Date.now() > end)
      throw new Error(`The page still asks for ${[...own.open].map((one) => one.url()).join(', ')}.`);
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
}
