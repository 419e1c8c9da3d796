import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A service whose apps are released once more while they stand on devices. */
export type Releases = AsyncDisposable & {
  readonly origin: string;
  /** From now on the files of a newer version are served, and none of the older one. */
  readonly release: () => void;
  /** How often the app was asked for to be kept, in vain. */
  readonly brokenOff: () => number;
};

const OLDER = '/app/assets/';
const NEWER = '/app/newer/';

/** Stands before a service. The newer version is the same app under other names, which keeps what it keeps in a newer form. */
export async function openReleases(
  target: string,
  {
    breakOff = 0,
  }: {
    /** So often the app is refused to a device that would keep it, as by a network that is overloaded. */ readonly breakOff?: number;
  } = {},
): Promise<Releases> {
  const { origin: targetOrigin } = new URL(target);
  let isReleased = false;
  let brokenOff = 0;
  const pass = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const path = from.url ?? '/';
    if (path.startsWith(isReleased ? OLDER : NEWER)) return void to.writeHead(404).end();
    if (brokenOff < breakOff && isForKeeping(from)) {
      brokenOff += 1;
      return void to.writeHead(503).end();
    }
    const answer = await fetch(`${targetOrigin}${path.replace(NEWER, OLDER)}`, {
      method: from.method ?? 'GET',
      headers: headersOf(from, targetOrigin),
      redirect: 'manual',
      ...(from.method === 'GET' || from.method === 'HEAD' ? {} : { body: await bytesOf(from) }),
    });
    const { 'content-length': _length, ...headers } = Object.fromEntries(answer.headers);
    to.writeHead(answer.status, headers);
    const isText = (headers['content-type'] ?? '').startsWith('text/');
    if (isReleased && isText) return void to.end(newer(await answer.text()));
    if (answer.body === null) return void to.end();
    Readable.fromWeb(answer.body as ReadableStream).pipe(to);
  };
  const server = createServer((from, to) => {
    pass(from, to).catch(() => to.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const releases: Releases = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => void (isReleased = true),
    brokenOff: () => brokenOff,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return releases;
}

/** An app's page that its service worker asks for, and nobody who opens it. */
const isForKeeping = ({ url, headers }: IncomingMessage): boolean =>
  ['/till', '/scan', '/courier'].includes(url ?? '') && headers['sec-fetch-dest'] === 'empty';

const OFFER_MS_MAX = 60_000;
/** A first version that broke off is fetched anew after 5, 10, 20 and 40 s. */
const CONTROLLED_MS_MAX = 120_000;

/** Releases the newer version, until a page's device has fetched it whole beside the one in use; what broke off is fetched anew. */
export async function offerNewer(page: Page, { release }: Releases): Promise<void> {
  // A version that has taken no page over yet would give way to the newer one at once, and none would wait.
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: CONTROLLED_MS_MAX })
    .toBe(true);
  release();
  const isOffered = await page.evaluate(`navigator.serviceWorker.getRegistration().then(async (one) => {
    const endsMs = performance.now() + ${OFFER_MS_MAX};
    while (one.waiting === null && performance.now() < endsMs) {
      if (one.installing === null) await one.update().catch(() => undefined);
      await new Promise((done) => setTimeout(done, 50));
    }
    return one.waiting !== null;
  })`);
  if (isOffered !== true) throw new Error('The newer version did not come onto the device.');
}

/** How many of a page's scripts are of the newer version. */
export async function newerScripts(page: Page): Promise<number> {
  return page.locator(`script[src^="${NEWER}"]`).count();
}

function newer(text: string): string {
  return text
    .replaceAll(/\bassets\//g, 'newer/')
    .replaceAll('version:1,upgrade', 'version:2,upgrade')
    .replace('const SHELL = {"version":"', '$&newer-');
}

/** What speaks of the way between two, and not of what is asked; and of a file that was there before the release. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
  'if-none-match',
]);

/** For the service the page is one of its own. */
function headersOf({ headers }: IncomingMessage, origin: string): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!OF_THE_WAY.has(name) && typeof value === 'string') kept.set(name, value);
  kept.set('accept-encoding', 'identity');
  if (headers.origin) kept.set('origin', origin);
  return kept;
}

async function bytesOf(from: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of from) pieces.push(piece as Uint8Array);
  return new Uint8Array(Buffer.concat(pieces));
}
