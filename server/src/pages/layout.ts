import { keysOf } from '../kernel/shape/keys-of.ts';
import type { PageAnswer, PageRequest } from '../kernel/call/page-route.ts';
import type { AssetName, Assets } from './assets.ts';
import { html, type Html } from './html.ts';
import { english, type Texts } from './texts/english.ts';
import { krio } from './texts/krio.ts';

/** Who looks, in which language, and where the pages' files are. */
export type View = ChosenLanguage & {
  readonly path: string;
  readonly assets: Assets;
  /** A link of ours that keeps a language chosen by hand. */
  readonly link: (path: string) => string;
};

export type LaidOutPage = {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** Beside the brand; a shop's name, say. */
  readonly context?: string;
  readonly script?: AssetName;
  /** Beside the styles of all pages. */
  readonly styles?: AssetName;
  /** What others are told of the page who link to it. */
  readonly head?: Html;
  /** Without script the page is loaded again this often. */
  readonly refreshSeconds?: number;
  /** Nothing here is real: told in the words for parcels, or in these. */
  readonly testMode?: boolean | string;
  /** Instead of the words for parcels. */
  readonly footer?: string;
  /** Kept out of search engines. */
  readonly hidden?: boolean;
  readonly wide?: boolean;
};

export function viewOf(request: Pick<PageRequest, 'query' | 'headers' | 'path'>, assets: Assets): View {
  const choice = chooseLanguage(request);
  // A path that begins like another host's name would lead there.
  return {
    ...choice,
    path: request.path.replace(/^[/\\]+/, '/'),
    assets,
    link: (path) =>
      choice.chosen ? `${path}${path.includes('?') ? '&' : '?'}lang=${choice.language}` : path,
  };
}

/** A whole page around its main part. */
export function showPage(page: LaidOutPage, view: View): PageAnswer {
  const { texts, language, assets } = view;
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4ee">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10160f">
${page.hidden ? html`<meta name="robots" content="noindex">` : null}
${page.refreshSeconds === undefined ? null : html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}"></noscript>`}
<title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${page.head ?? null}<link rel="stylesheet" href="${assets.urlOf('page.css')}">
${page.styles ? html`<link rel="stylesheet" href="${assets.urlOf(page.styles)}">` : null}
${page.script ? html`<script src="${assets.urlOf(page.script)}" defer></script>` : null}
</head>
<body>
<a class="skip" href="#main">${texts.common.skip}</a>
<header class="top"><div class="bar">
<a class="brand" href="${view.link('/')}">${LOGO}<span>Cottontree</span></a>
${languageSwitch(view)}
</div>
${page.testMode ? html`<p class="test"><span class="bar">${page.testMode === true ? texts.common.testMode : page.testMode}</span></p>` : null}
</header>
<main id="main" class="${page.wide ? 'wide' : 'narrow'}">${page.main}</main>
<footer class="foot"><div class="bar">${page.footer ?? texts.common.poweredBy}</div></footer>
</body>
</html>
`;
  return {
    status: page.status ?? 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    headers: { vary: 'Accept-Language', ...(page.hidden ? { 'x-robots-tag': 'noindex' } : {}) },
  };
}

/** After a form: the answer that makes a reload harmless. */
export function goTo(path: string): PageAnswer {
  return { status: 303, type: 'text/plain; charset=utf-8', body: '', headers: { location: path } };
}

function languageSwitch({ texts, language, path }: View): Html {
  const options = keysOf(languages).map((one) =>
    one === language
      ? html`<span aria-current="true" lang="${one}">${languages[one].language}</span>`
      : html`<a href="${path}${path.includes('?') ? '&' : '?'}lang=${one}" hreflang="${one}" lang="${one}">${languages[one].language}</a>`,
  );
  return html`<nav class="languages" aria-label="${texts.common.languages}">${options}</nav>`;
}

const LOGO = html`<svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><circle cx="16" cy="12" r="10"/><path d="M14.5 14h3l1.2 14h-5.4z"/><path d="M16 19l5-4M16 17l-4.500-3.500"/></svg>`;

/** The languages of the pages by their tags. */
const languages: Readonly<Record<Language, Texts>> = Object.freeze({ en: english, kri: krio });
type Language = 'en' | 'kri';

type ChosenLanguage = {
  readonly language: Language;
  readonly texts: Texts;
  /** Chosen by hand, so that links carry it on. */
  readonly chosen: boolean;
};

/** The language a visitor picked by `?lang=`, else the first of the browser's that there is, else English. */
function chooseLanguage({ query, headers }: Pick<PageRequest, 'query' | 'headers'>): ChosenLanguage {
  const picked = known(query['lang']);
  const language =
    picked ??
    acceptedOf(headers['accept-language'] ?? '')
      .map(known)
      .find((one) => one !== null) ??
    'en';
  return { language, texts: languages[language], chosen: picked !== null };
}

function known(tag: string | undefined): Language | null {
  return tag === 'en' || tag === 'kri' ? tag : null;
}

/** Primary tags, the most wanted first. */
function acceptedOf(header: string): string[] {
  return header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const weight = Number(
        options
          .find((option) => option.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
