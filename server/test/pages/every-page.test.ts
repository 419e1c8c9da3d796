import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { openParcelPages, type ParcelPages } from '../kit/parcel-pages.ts';

const PAGE_BYTES_MAX = 30_000;

let pages: ParcelPages;
let browser: TestBrowser;
const paths = new Map<string, string>();

beforeAll(async () => {
  [pages, browser] = await Promise.all([openParcelPages(), openBrowser()]);
  const moving = await pages.parcel('in_transit');
  await pages.place(moving.job_number, 8.47, -13.247);
  const delivered = await pages.parcel('delivered', { cod_amount: 0 });
  await pages.service.query(
    `UPDATE deliveries SET proof = '{"recipient_name":"Isatu"}' WHERE job_number = $1`,
    [delivered.job_number],
  );
  const rated = await pages.parcel('delivered', { cod_amount: 0 });
  await pages.shop.client.rateDelivery({ params: { jobNumber: rated.job_number }, body: { stars: 4 } });
  const waiting = (await pages.parcel()).path;
  const named: Readonly<Record<string, string>> = {
    waiting,
    moving: moving.path,
    'in Krio': `${moving.path}?lang=kri`,
    delivered: delivered.path,
    rated: rated.path,
    cancelled: (await pages.parcel('cancelled')).path,
    failed: (await pages.parcel('failed')).path,
    code: `${moving.path}/code`,
    receive: `${moving.path}/receive`,
    place: `${moving.path}/place`,
    time: `${waiting}/time`,
    pay: `${waiting}/pay`,
    'nothing to pay': `${delivered.path}/pay`,
    'look up': '/track',
    start: '/',
    missing: '/nothing-here',
    unknown: '/t/AAAAAAAAAAAAAAAAAAAAAA',
  };
  for (const [name, path] of Object.entries(named)) paths.set(name, path);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const NAMES = [
  'waiting',
  'moving',
  'in Krio',
  'delivered',
  'rated',
  'cancelled',
  'failed',
  'code',
  'receive',
  'place',
  'time',
  'pay',
  'nothing to pay',
  'look up',
  'start',
  'missing',
  'unknown',
];
const urlOf = (name: string): string => `${pages.origin}${paths.get(name)}`;

describe.each(NAMES)('the page %s', IN_A_BROWSER, (name) => {
  test('has no barriers on a phone and on a desktop, light and dark, and complains of nothing', async () => {
    const { page, complaints } = await browser.look(urlOf(name));
    const found: Record<string, readonly string[]> = {};
    for (const width of ['phone', 'desktop'] as const) {
      await page.setViewportSize(SIZES[width]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found[`${width} ${colorScheme}`] = await findBarriers(
          page,
          colorScheme === 'light' ? 'all' : 'contrast',
        );
      }
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(found).toEqual({ 'phone light': [], 'phone dark': [], 'desktop light': [], 'desktop dark': [] });
    expect(
      await page.evaluate(`[document.documentElement.lang, document.querySelectorAll('h1').length]`),
    ).toEqual([name === 'in Krio' ? 'kri' : 'en', 1]);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('main a, main button, header a, input:not([type=radio]), select, textarea, label.star')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`,
      ),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('takes at most 30 kB with its styles and scripts, and forbids what it does not need', async () => {
    const answer = await fetch(urlOf(name), { headers: { accept: 'text/html' } });
    const text = await answer.text();
    const parts = await Promise.all(
      [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+|\/favicon.svg)"/g)].map(
        async ([, path = '']) => (await (await fetch(pages.origin + path)).arrayBuffer()).byteLength,
      ),
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.byteLength(text) + parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(
      PAGE_BYTES_MAX,
    );
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(
      Object.fromEntries(
        ['referrer-policy', 'x-frame-options', 'cache-control', 'x-content-type-options'].map((header) => [
          header,
          answer.headers.get(header),
        ]),
      ),
    ).toEqual({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/ style=| on\w+="|<style/);
  });
});

test(
  'styles and scripts may be kept for ever, because their names change with them',
  IN_A_BROWSER,
  async () => {
    const page = await (await fetch(pages.origin)).text();
    const [, path = ''] = /href="(\/assets\/page\.[\w-]+\.css)"/.exec(page) ?? [];
    const styles = await fetch(pages.origin + path);
    expect(styles.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(styles.headers.get('content-encoding')).not.toBeNull();
    // With those of the shared tokens that pages use.
    expect((await styles.text()).length).toBeLessThan(14_000);
  },
);
