import { createHash } from 'node:crypto';
import type { PageAnswer, PageRequest, PageRoute } from '../kernel/call/page-route.ts';
import { compress, type Encoding, encodingOf } from '../kernel/web/compress.ts';
import { html } from '../kernel/web/html.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import type { Assets } from '../pages/index.ts';
import { errorPages } from './errors/error-pages.ts';
import { frontPage } from './front-page.ts';
import { changelogPage, guidePages, kitFiles } from './guides/guide-pages.ts';
import { type DocFiles, layout } from './layout.ts';
import { apiPages } from './reference/api-pages.ts';
import { openSearch } from './search/open-search.ts';
import { type Shown, shownOnly } from './shown.ts';
import { webhookPages } from './webhooks/webhook-pages.ts';

export type Docs = {
  readonly routes: readonly PageRoute[];
  readonly files: readonly StaticFile[];
  /** Where every page stands. */
  readonly paths: readonly string[];
};

/** All 813 pages are 4 MB in one encoding; whatever is asked for, a server keeps no more than this. */
const KEPT_BYTES_MAX = 8_388_608;
const MAX_AGE_SECONDS = 300;
const TYPE = 'text/html; charset=utf-8';

/** The documentation at `/docs`, made from the contract and `docs/`; `baseUrl` is this server's address as others see it, without `/v1`. */
export function openDocs({
  assets,
  baseUrl,
}: {
  readonly assets: Assets;
  readonly baseUrl: () => string;
}): Docs {
  const pages = [
    frontPage(baseUrl),
    ...guidePages(),
    ...apiPages(baseUrl),
    ...webhookPages(),
    ...errorPages(baseUrl),
    changelogPage,
  ];
  const search = openSearch();
  const files: DocFiles = {
    styles: assets.urlOf('docs.css'),
    script: assets.urlOf('docs.js'),
    find: assets.urlOf('docs-find.js'),
    tries: assets.urlOf('docs-try.js'),
  };
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const kept = keepAnswers(KEPT_BYTES_MAX);

  async function answer(request: PageRequest): Promise<PageAnswer> {
    const path = request.path.replace(/(?<=.)\/$/, '');
    if (path === '/docs/search') return show(await search.page(request.query['q'] ?? ''), files);
    const page = byPath.get(path);
    if (page === undefined) return { ...show(nothingHere(path), files), status: 404 };
    const one = await kept.find(
      path,
      request.headers['accept-encoding'],
      async () => layout(page, await page.show(), files).text,
    );
    return sent(one, request.headers['if-none-match']);
  }

  return {
    paths: pages.map(({ path }) => path),
    routes: ['/docs', '/docs/*'].map((path) => ({ method: 'GET', path, handle: answer })),
    files: [...kitFiles, search.file],
  };
}

function sent({ tag, encoding, bytes }: KeptPage, asked: string | undefined): PageAnswer {
  const etag = `W/"${tag}"`;
  const headers = { etag, vary: 'Accept-Encoding', 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` };
  if (asked?.includes(etag)) return { status: 304, type: TYPE, body: '', headers };
  return {
    status: 200,
    type: TYPE,
    body: bytes,
    headers: encoding === null ? headers : { ...headers, 'content-encoding': encoding },
  };
}

function show({ page, content }: Shown, files: DocFiles): PageAnswer {
  return { status: 200, type: TYPE, body: layout(page, content, files).text };
}

function nothingHere(path: string): Shown {
  const words = path.split('/').pop()?.replaceAll(/[-_]+/g, ' ').slice(0, 100) ?? '';
  return shownOnly('Nothing here', {
    main: html`<h1>Nothing here</h1><p class="lead">No page of the documentation stands at this address.</p><ul class="plain"><li><a href="/docs/search?q=${encodeURIComponent(words)}">Find &ldquo;${words}&rdquo;</a></li><li><a href="/docs/api">Every operation</a></li><li><a href="/docs/guides">Every guide</a></li></ul>`,
    headings: [],
    description: 'No page stands here.',
  });
}

/** A page as it is sent, and what tells it from another. */
type KeptPage = { readonly tag: string; readonly encoding: Encoding | null; readonly bytes: Buffer };

type KeptAnswers = {
  /** The page at a path in the form that its reader prefers, made by `make` where that is not kept. */
  readonly find: (
    path: string,
    acceptEncoding: string | undefined,
    make: () => Promise<string>,
  ) => Promise<KeptPage>;
};

/** Larger than what goes as it is, so that every page is compressed for whom that suits. */
const SOME_PAGE = ' '.repeat(2_048);

/** Keeps the pages that were asked for last, in at most so many bytes; each is made and compressed once however many ask at once. */
function keepAnswers(bytesMax: number): KeptAnswers {
  const kept = new Map<string, KeptPage>();
  const underWay = new Map<string, Promise<KeptPage>>();
  let bytes = 0;

  function keep(name: string, one: KeptPage): void {
    kept.set(name, one);
    bytes += one.bytes.length;
    for (const [oldest, { bytes: theirs }] of kept) {
      if (bytes <= bytesMax) return;
      kept.delete(oldest);
      bytes -= theirs.length;
    }
  }

  async function makeOnce(name: string, making: Promise<KeptPage>): Promise<KeptPage> {
    try {
      const one = await making;
      keep(name, one);
      return one;
    } finally {
      underWay.delete(name);
    }
  }

  return {
    async find(path, acceptEncoding, make) {
      const encoding = encodingOf(SOME_PAGE, acceptEncoding);
      const name = `${encoding ?? 'plain'} ${path}`;
      const known = kept.get(name);
      if (known) {
        // The last to be asked for is the last to go.
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      const made = underWay.get(name) ?? makeOnce(name, packed(make, encoding));
      underWay.set(name, made);
      return made;
    },
  };
}

async function packed(make: () => Promise<string>, encoding: Encoding | null): Promise<KeptPage> {
  const text = await make();
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { tag, encoding, bytes: encoding === null ? Buffer.from(text) : await compress(text, encoding) };
}
