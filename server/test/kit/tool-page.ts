import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium, WHAT_TO_INSTALL } from '../../../setup/chromium.mjs';

/** What happens to a device beside its network. */
export const deviceEvents = Object.freeze([
  'nothing',
  'reload',
  'take over',
  'update',
  'clock ahead',
  'clock behind',
  'full',
  'kill',
] as const);
export type DeviceEvent = (typeof deviceEvents)[number];

/** A tool without its screen in a browser of its own, whose disk outlives its process. */
export type ToolPage = AsyncDisposable & {
  /** Calls a function of what the tool's driver puts into `globalThis.tool`. */
  readonly call: <T>(name: string, ...values: readonly unknown[]) => Promise<T>;
  readonly happen: (event: DeviceEvent) => Promise<void>;
  /** Room that the disk has for the tool when its browser is opened again after it was killed; null: as much as there is. */
  readonly limitDisk: (bytes: number | null) => Promise<void>;
  /** Until everything is sent and answered. */
  readonly sendAll: () => Promise<void>;
};

export const DAY_MS = 86_400_000;
/** After a restore all acts of a long day are offered again, one after the other, on a machine that may be crowded. */
export const SENT_MS_MAX = 300_000;
const SCRIPT = '/driver-of-a-tool.js';

/** The browser itself came back without anything that it kept for the site, which no tool can keep in its place. */
export class DiskLostError extends Error {
  override readonly name = 'DiskLostError';
}

export type ToolOpening = {
  readonly origin: string;
  /** The driver: a module below `web/`, bundled as it stands. */ readonly driver: string;
  /** What its `open` is given. */ readonly config: object;
};

export async function openToolPage({ origin, driver, config }: ToolOpening): Promise<ToolPage> {
  const scripts = await bundledVersions(driver);
  let version = 0;
  const folder = await mkdtemp(join(tmpdir(), 'ct-tool-'));
  let context = await openContext();
  let page = await openTab(0);
  let limit: CDPSession | null = null;

  async function openContext(): Promise<BrowserContext> {
    const executablePath = findChromium({ whole: true });
    if (!executablePath) throw new Error(WHAT_TO_INSTALL);
    const opened = await chromium.launchPersistentContext(folder, {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    await opened.route(`**${SCRIPT}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: scripts(version) }),
    );
    return opened;
  }
  async function openTab(offMs: number): Promise<Page> {
    const tab = await context.newPage();
    if (offMs !== 0) await tab.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${offMs}; }`);
    await tab.goto(`${origin}/dev/gallery`);
    await begin(tab);
    return tab;
  }
  async function begin(tab: Page): Promise<void> {
    await tab.evaluate(`import(${JSON.stringify(SCRIPT)}).then(() => tool.open(${JSON.stringify(config)}))`);
  }
  const phase = () => page.evaluate<string>('tool.state().phase');
  const isWriting = () => expect.poll(phase).not.toBe('elsewhere');
  await isWriting();
  await page.evaluate(KEEP_MARK);
  const call = <T>(name: string, ...values: readonly unknown[]): Promise<T> =>
    page.evaluate<T>(`tool.${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`);
  const kill = async (roomBytes: number | null = null): Promise<void> => {
    process.kill(Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1)), 'SIGKILL');
    await context.close().catch(() => undefined);
    await rm(join(folder, 'SingletonLock'), { force: true });
    context = await openContext();
    limit = roomBytes === null ? null : await limitTo(roomBytes);
    await expectDisk();
    page = await openTab(0);
  };
  /** Told apart from a fault of the tool: the mark lies beside what the tool keeps, and the tool never touches it. */
  const expectDisk = async (): Promise<void> => {
    const tab = await context.newPage();
    await tab.goto(`${origin}/dev/gallery`);
    if (!(await tab.evaluate(FIND_MARK)))
      throw new DiskLostError('The browser that was killed lost its disk.');
    await tab.close();
  };
  /** Before anything is opened: a browser that has found room believes in it for half a minute. */
  const limitTo = async (quotaSize: number): Promise<CDPSession> => {
    const session = await context.newCDPSession(await context.newPage());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    return session;
  };
  const goOnInAnother = async (offMs: number): Promise<void> => {
    const before = page;
    page = await openTab(offMs);
    await call('takeOver');
    await isWriting();
    await before.close();
  };
  return {
    call,
    async happen(event) {
      if (event === 'reload') {
        await page.reload();
        await begin(page);
      }
      if (event === 'kill') await kill();
      if (event === 'take over') await goOnInAnother(0);
      if (event === 'update') {
        // The older window still stands there, with what it has not sent: it gives way by itself.
        version += 1;
        const before = page;
        page = await openTab(0);
        await isWriting();
        await before.close();
      }
      if (event === 'clock ahead') await goOnInAnother(DAY_MS);
      if (event === 'clock behind') await goOnInAnother(-DAY_MS);
      await isWriting();
    },
    async limitDisk(bytes) {
      if (bytes !== null) return kill(bytes);
      // The limit holds as long as whoever set it is there.
      await limit?.detach();
      limit = null;
    },
    async sendAll() {
      await call('sendNow');
      await expect.poll(() => page.evaluate('tool.state().unsent'), { timeout: SENT_MS_MAX }).toBe(0);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const MARK = 'kept-by-the-browser';
/** Through once it is on the disk. */
const KEEP_MARK = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('${MARK}', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('marks').put(true, 0);
  opening.onsuccess = () => resolve(opening.result.close());
  opening.onerror = () => reject(opening.error);
})`;
const FIND_MARK = `indexedDB.databases().then((found) => found.some(({ name }) => name === '${MARK}'))`;

/** The tool in its first version, and in as many later ones as are asked for: each keeps what it keeps in a newer form. */
export async function bundledVersions(
  driver: string,
  screen: Screen = 'drawn',
): Promise<(version: number) => string> {
  const script = await bundled(driver, screen);
  const parts = script.split(KEPT_FORM);
  if (parts.length < 3) throw new Error(`Nothing in ${driver} says in which version it keeps what it keeps.`);
  return (version) => parts.join(`version: ${version + 1},`);
}
const KEPT_FORM = 'version: 1,';

/** none: nothing is drawn anywhere, also not what is told over the whole screen. */
type Screen = 'drawn' | 'none';

const nothingDrawn: Plugin = {
  name: 'nothing-drawn',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/keeping-trouble\.tsx$/ }, () => ({
      contents: 'export const showKeepingTrouble = () => undefined;',
    })),
};

/** A module below `web/` with all that it needs, as one script. */
export async function bundled(driver: string, screen: Screen = 'drawn'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(`../../../web/${driver}`, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
    conditions: ['@cottontree/source'],
    plugins: screen === 'none' ? [nothingDrawn] : [],
  });
  return outputFiles[0]?.text ?? '';
}
