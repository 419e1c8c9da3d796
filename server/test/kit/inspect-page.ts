import { findBarriers, SIZES, type TestBrowser } from './browser.ts';

/** What is wrong with a page, by where it was looked at; empty where nothing is. */
export type PageFaults = Readonly<Record<string, unknown>>;

/** Everything that a person would stumble over: barriers on a phone and a desktop, light and dark, sideways scrolling, small targets, complaints. */
export async function inspectPage(browser: TestBrowser, url: string): Promise<PageFaults> {
  const { page, complaints } = await browser.look(url);
  const found: Record<string, unknown> = {};
  for (const width of ['phone', 'desktop'] as const) {
    await page.setViewportSize(SIZES[width]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found[`${width} ${colorScheme}`] = await findBarriers(
        page,
        colorScheme === 'light' ? 'all' : 'contrast',
      );
    }
    found[`${width} is as wide as the screen`] =
      (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true
        ? []
        : ['it scrolls sideways'];
  }
  found['one main heading'] =
    (await page.evaluate(`document.querySelectorAll('h1').length`)) === 1 ? [] : ['there is not one'];
  found['small targets'] = await page.evaluate(
    `[...document.querySelectorAll('main .button, header a, main summary, input:not([type=radio]):not([type=hidden]), select, textarea, label.option')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`,
  );
  found['complaints'] = [...complaints];
  await page.context().close();
  return Object.fromEntries(
    Object.entries(found).filter(([, faults]) => !Array.isArray(faults) || faults.length > 0),
  );
}

/** The bytes of a page with its styles, scripts and pictures, as they are before compression. */
export async function weighPage(origin: string, path: string): Promise<number> {
  const text = await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();
  const paths = new Set(
    [...text.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+|favicon\.svg|pay\/[^"]+\.svg))"/g)].map(
      ([, one = '']) => one,
    ),
  );
  const parts = await Promise.all(
    [...paths].map(async (one) => (await (await fetch(origin + one)).arrayBuffer()).byteLength),
  );
  return parts.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(text));
}

/** Sums and numbers that stand on two lines. */
export const BROKEN_FIGURES = `(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const { index, 0: figure } of node.data.matchAll(/\\d[\\d,]*\\d(\\.\\d+)?/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + figure.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(figure);
    }
  return found;
})()`;
