/** What a build puts in front of this file: the files of one version of one app. */
export type Shell = {
  readonly version: string;
  readonly app: string;
  /** Its page, which stands for every address below it. */
  readonly path: string;
  readonly files: readonly string[];
  /** Heavy ones that few devices need: kept once they were asked for. */
  readonly later: readonly string[];
};
declare const SHELL: Shell;

// The compiler knows the names of pages alone; these are the worker's.
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetched = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Told = Lasting & { readonly data: unknown; readonly ports: readonly MessagePort[] };
type Scope = {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetched) => void): void;
  addEventListener(type: 'message', listen: (event: Told) => void): void;
};
declare const self: Scope;

/*
 * Keeps the app's own files, of one version, whole or not at all, and nothing else: no answer of the API is ever kept or made here, and
 * what people do is kept by the page. A newer version is fetched beside the one in use and waits until the page asks for it.
 */
const PREFIX = `cottontree-${SHELL.app}-`;
const CACHE = `${PREFIX}${SHELL.version}`;
const FILES: ReadonlySet<string> = new Set([...SHELL.files, ...SHELL.later]);

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const kept = keptPathOf(event.request);
  if (kept !== null) event.respondWith(fromCache(kept, event.request));
});
self.addEventListener('message', (event) => {
  const said: unknown = event.data;
  if (said === 'take-over') event.waitUntil(self.skipWaiting());
  if (said === 'claim') event.waitUntil(self.clients.claim());
  if (said === 'which-version') event.ports[0]?.postMessage(SHELL.version);
});

/** All of them, or the version is not installed: a piece that is missing would be missed on the road. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(SHELL.files.map((file) => keepFile(cache, file)));
}

async function keepFile(cache: Cache, file: string): Promise<void> {
  const before = file === SHELL.path ? undefined : await caches.match(file);
  const answer = before ?? (await fetch(file, { cache: file === SHELL.path ? 'no-cache' : 'default' }));
  if (!isOurs(answer, file)) throw new Error(`${file} was answered with ${answer.status}.`);
  await cache.put(file, answer);
}

/** A network that wants a sign-in of its own answers every address with its page: that is no file of ours. */
function isOurs(answer: Response, file: string): boolean {
  const isPage = (answer.headers.get('content-type') ?? '').startsWith('text/html');
  const hasPolicy = (answer.headers.get('content-security-policy') ?? '').startsWith("default-src 'none'");
  return answer.ok && !answer.redirected && hasPolicy && isPage === (file === SHELL.path);
}

/** Versions before this one go; those of other apps on this address stay. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** Under which path an answer is kept; null where the network alone answers. */
function keptPathOf(request: Request): string | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return null;
  if (FILES.has(url.pathname) && url.pathname !== SHELL.path) return url.pathname;
  // In a shop's page the server says who may frame it, and what is kept says that nobody may.
  if (url.searchParams.has('embed')) return null;
  const isPage = url.pathname === SHELL.path || url.pathname.startsWith(`${SHELL.path}/`);
  return request.mode === 'navigate' && isPage ? SHELL.path : null;
}

/** A browser that is short of room may have dropped the cache: then the network is asked, and what it says is kept again. */
async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isOurs(answer, path)) await cache.put(path, answer.clone());
  return answer;
}
