import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { findChromium, WHAT_TO_INSTALL } from '../../../setup/chromium.mjs';
import { followRequests } from './quiet.ts';

/** How somebody looks at a page. */
export type Look = {
  readonly width?: 'phone' | 'desktop';
  readonly scheme?: 'light' | 'dark';
  readonly script?: boolean;
  readonly language?: string;
  /** What the browser has from an earlier visit. */
  readonly cookies?: Parameters<BrowserContext['addCookies']>[0];
};

/** A page, and everything it complained about. */
export type LookedAt = { readonly page: Page; readonly complaints: readonly string[] };

export const SIZES = Object.freeze({
  phone: { width: 360, height: 740 },
  desktop: { width: 1_280, height: 800 },
});

/** For tests that look into a browser; where machines are crowded, a file that names it runs once more, alone, when it fails, and `npm test` tells. */
export const IN_A_BROWSER = Object.freeze({ timeout: 300_000 });

/** Only what never comes is given up. */
const WAIT_MS_MAX = 90_000;

export type TestBrowser = AsyncDisposable & {
  readonly look: (url: string, look?: Look) => Promise<LookedAt>;
};

/**
 * A real Chromium for one test file. `film` is what its camera sees: a file in Y4M, again and again. A `whole` one does
 * as people's browsers do also with cameras and with frames of other sites, for which it keeps nothing. `lettersPx` is the
 * size of letters that somebody chose in its settings.
 */
export async function openBrowser({
  film,
  whole = film !== undefined,
  lettersPx = 16,
}: {
  readonly film?: string;
  readonly whole?: boolean;
  readonly lettersPx?: number;
} = {}): Promise<TestBrowser> {
  const executablePath = findChromium({ whole });
  if (!executablePath) throw new Error(WHAT_TO_INSTALL);
  const camera =
    film === undefined
      ? []
      : [
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
        ];
  const letters = `--blink-settings=defaultFontSize=${lettersPx}`;
  const args = ['--no-sandbox', '--disable-gpu', letters, ...camera];
  const browser: Browser = await chromium.launch({ executablePath, args });
  return {
    async look(url, look = {}) {
      const { width = 'phone', scheme = 'light', script = true, language = 'en', cookies = [] } = look;
      const options: BrowserContextOptions = {
        viewport: SIZES[width],
        colorScheme: scheme,
        javaScriptEnabled: script,
        locale: language,
      };
      const context = await browser.newContext(options);
      context.setDefaultTimeout(WAIT_MS_MAX);
      await context.addCookies(cookies);
      const page = await context.newPage();
      const complaints = listenTo(page, new URL(url).origin);
      await page.goto(url, { waitUntil: 'load' });
      return { page, complaints };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** A browser of one person, whose disk outlives its process. */
export type LastingBrowser = TestBrowser & {
  readonly context: () => BrowserContext;
  /** Ends it, and opens it again on what it kept. */
  readonly restart: () => Promise<void>;
  /** The same without a word to it, as where a device runs out of power or memory. */
  readonly kill: () => Promise<void>;
};

export async function openLastingBrowser(): Promise<LastingBrowser> {
  const executablePath = findChromium({ whole: true });
  if (!executablePath) throw new Error(WHAT_TO_INSTALL);
  const folder = await mkdtemp(join(tmpdir(), 'ct-browser-'));
  const open = async (): Promise<BrowserContext> => {
    const args = ['--no-sandbox', '--disable-gpu'];
    const context = await chromium.launchPersistentContext(folder, { executablePath, args, locale: 'en' });
    context.setDefaultTimeout(WAIT_MS_MAX);
    return context;
  };
  let context = await open();
  return {
    context: () => context,
    async look(url, { cookies = [] } = {}) {
      await context.addCookies(cookies);
      const page = await context.newPage();
      const complaints = listenTo(page, new URL(url).origin);
      await page.goto(url, { waitUntil: 'load' });
      return { page, complaints };
    },
    async restart() {
      await context.close();
      context = await open();
    },
    async kill() {
      process.kill(Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1)), 'SIGKILL');
      await context.close().catch(() => undefined);
      await rm(join(folder, 'SingletonLock'), { force: true });
      context = await open();
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a page complains about from now on: its console, its faults, what its policy stops, and what it asks of other hosts; what it waits for is followed. */
export function listenTo(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  followRequests(page);
  page.on('console', (message) => {
    // A page that says 404 is what it should be.
    if (
      ['error', 'warning'].includes(message.type()) &&
      !/the server responded with a status of 4\d\d/.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asks for ${request.url()}`);
  });
  return complaints;
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong, in short. It looks past the page's own policy, which would not let it in. */
export async function findBarriers(
  page: Page,
  rules: 'all' | 'contrast' = 'all',
): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { result: known } = await session.send('Runtime.evaluate', { expression: 'Boolean(window.axe)' });
  if (known.value !== true)
    await session.send('Runtime.evaluate', { expression: await readFile(axePath, 'utf8') });
  const options = {
    runOnly: rules === 'all' ? TAGS : { type: 'rule', values: ['color-contrast', 'target-size'] },
    // To describe what is right as well took a quarter of the time on a large page.
    resultTypes: ['violations'],
  };
  const expression = `axe.run(document, ${JSON.stringify(options)}).then((found) => found.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(', ')))`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value as readonly string[];
}

/** A finger that taps twice where something stands (a selector): the second tap meets what comes there, as soon as it does. */
export async function tapTwice(page: Page, where: string): Promise<void> {
  await page.locator(where).first().click({ trial: true });
  await page.evaluate(`new Promise((resolve) => {
    const there = () => document.querySelector(${JSON.stringify(where)});
    const [first, words] = [there(), there().textContent];
    const watch = new MutationObserver(() => {
      const now = there();
      if (!now || (now === first && now.textContent === words)) return;
      watch.disconnect();
      now.click();
      resolve();
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    first.click();
  })`);
}
