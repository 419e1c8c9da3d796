import type { PageAnswer, PageRequest, PageRoute } from '../kernel/call/page-route.ts';
import { html } from '../kernel/web/html.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import type { Assets } from '../pages/index.ts';
import { errorPages } from './errors/error-pages.ts';
import { frontPage } from './front-page.ts';
import { changelogPage, guidePages, kitFiles } from './guides/guide-pages.ts';
import { keepAnswers, type KeptPage } from './kept-answers.ts';
import { layout, type DocFiles } from './layout.ts';
import { apiPages } from './reference/api-pages.ts';
import { openSearch } from './search/open-search.ts';
import { shownOnly, type Shown } from './shown.ts';
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
