import { accentUsed, type AccentColours } from '@cottontree/contract';
import { keysOf } from '../kernel/shape/keys-of.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../kernel/call/page-route.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import type { Brand } from '../modules/merchants/index.ts';
import type { AssetName, Assets } from './assets.ts';
import type { Embed } from './embed.ts';
import { html, type Html } from '../kernel/web/html.ts';
import { Failure } from '../kernel/call/failure.ts';
import { english, type Texts } from './texts/english.ts';
import { krio } from './texts/krio.ts';

/** Who looks, in which language, and where the pages' files are. */
export type View = ChosenLanguage & {
  readonly path: string;
  readonly assets: Assets;
  /** Whose page it is; null: the service's own. */
  readonly brand: Brand | null;
  /** It stands in a shop's page. */
  readonly embed: Embed | null;
  /** A link of ours that keeps a language chosen by hand. */
  readonly link: (path: string) => string;
};

export type LaidOutPage = {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
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
  /** In a frame it says hello only when its script failed; else it leads on. */
  readonly waits?: boolean;
};

export function viewOf(request: Pick<PageRequest, 'query' | 'headers' | 'path'>, assets: Assets): View {
  const choice = chooseLanguage(request);
  // A path that begins like another host's name would lead there.
  return {
    ...choice,
    path: request.path.replace(/^[/\\]+/, '/'),
    assets,
    brand: null,
    embed: null,
    link: (path) =>
      choice.chosen ? `${path}${path.includes('?') ? '&' : '?'}lang=${choice.language}` : path,
  };
}

/** The same in a frame: its links stay in there. */
export function embedded(view: View, embed: Embed | null): View {
  if (embed === null) return view;
  const link = (path: string): string => {
    const own = view.link(path);
    return `${own}${own.includes('?') ? '&' : '?'}${embed.query}`;
  };
  return { ...view, embed, link };
}

/** What a merchant's page looks like to whoever asks. */
export type Dressed = (request: PageRequest, tenant: Tenant) => Promise<View>;

/** A whole page around its main part. */
export function showPage(page: LaidOutPage, view: View): PageAnswer {
  const { texts, language, assets, brand, embed } = view;
  const accent = brand?.look.accent ?? null;
  const body = html`<!doctype html>
<html lang="${language}"${page.testMode ? html` data-mode="test"` : null}${embed?.theme ? html` data-theme="${embed.theme}"` : null}${embed?.origin ? html` data-parent="${embed.origin}"` : null}${page.waits ? html` data-waits="true"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4ee">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1310">
${page.hidden ? html`<meta name="robots" content="noindex">` : null}${page.refreshSeconds === undefined ? null : html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}"></noscript>`}
<title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${page.head ?? null}<link rel="stylesheet" href="${assets.urlOf('page.css')}">
${accent === null || page.testMode ? null : html`<link rel="stylesheet" href="${accentPath(accent)}">`}${page.styles ? html`<link rel="stylesheet" href="${assets.urlOf(page.styles)}">` : null}
${page.script ? html`<script src="${assets.urlOf(page.script)}" defer></script>` : null}${embed === null && page.main.text.includes('<form') ? html`<script src="${assets.urlOf('languages.js')}" defer></script>` : null}${embed ? html`<link rel="stylesheet" href="${assets.urlOf('embed.css')}"><script src="${assets.urlOf('embed.js')}" defer></script>` : null}
</head>
<body>
<a class="skip" href="#main">${texts.common.skip}</a>
<header class="top">${page.testMode ? html`<div class="test"><p class="bar"><b>${texts.common.test}</b><span><span>${page.testMode === true ? texts.common.testMode : page.testMode}</span></span></p></div>` : null}${
    embed
      ? null
      : html`<div class="bar">
${shopOf(view)}
${languageSwitch(view)}
</div>`
  }</header>
<main id="main" class="${page.wide ? 'wide' : 'narrow'}">${page.main}</main>
${footOf(page.footer ?? texts.common.poweredBy, view)}
</body>
</html>
`;
  return {
    status: page.status ?? 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    ...(embed ? { framedBy: embed.framedBy } : {}),
    headers: { vary: 'Accept-Language', ...(page.hidden ? { 'x-robots-tag': 'noindex' } : {}) },
  };
}

/** After a form: the answer that makes a reload harmless. */
export function goTo(path: string): PageAnswer {
  return { status: 303, type: 'text/plain; charset=utf-8', body: '', headers: { location: path } };
}

/**
 * A page that a form is answered with: whoever goes back to it finds it as it was, with its messages and what they typed. Of
 * what may not be kept at all browsers ask to send the form once more. No cache but the browser's own has it, nor for anything else.
 */
export function goneBackTo(page: PageAnswer): PageAnswer {
  return { ...page, headers: { ...page.headers, 'cache-control': 'private, no-cache' } };
}

function languageSwitch({ texts, language, path }: View): Html {
  const options = keysOf(languages).map((one) =>
    one === language
      ? html`<span aria-current="true" lang="${one}">${languages[one].language}</span>`
      : html`<a href="${path}${path.includes('?') ? '&' : '?'}lang=${one}" hreflang="${one}" lang="${one}">${languages[one].language}</a>`,
  );
  return html`<nav class="languages" aria-label="${texts.common.languages}">${options}</nav>`;
}

/** Shops stand in front; where there is none, the service does. */
function shopOf({ brand, link }: View): Html {
  if (brand === null) return html`<a class="brand" href="${link('/')}">${TREE}<span>Cottontree</span></a>`;
  const { logo_token: logo, icon_token: icon } = brand.look;
  const picture = logo ?? icon;
  return html`<span class="brand">${picture === null ? html`<span class="seal" aria-hidden="true">${initialsOf(brand.storeName)}</span>` : html`<img src="/f/${picture}" alt="" width="40" height="40">`}<span>${brand.storeName}</span></span>`;
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

function footOf(by: string, { brand, texts }: View): Html {
  const { footer = null, terms_url: terms = null, privacy_url: privacy = null } = brand?.look ?? {};
  const links = [
    [terms, texts.common.terms],
    [privacy, texts.common.privacy],
  ].filter(([url]) => url !== null);
  return html`<footer class="foot">${footer === null ? null : html`<p>${footer}</p>`}${links.length === 0 ? null : html`<p class="links-of">${links.map(([url = '', text = '']) => html`<a href="${url}" rel="noreferrer">${text}</a>`)}</p>`}<span class="by">${TREE}${by}</span></footer>`;
}

const TREE = html`<img class="tree" src="/favicon.svg" alt="">`;

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

/** Where the colours stand that come of an accent: the pages' policy lets no style stand in them. */
function accentPath(accent: string): string {
  return `/accent/${accent.slice(1)}.css`;
}

/** The colours of any accent, for ever the same. */
export const accentRoute: PageRoute = {
  method: 'GET',
  path: '/accent/:file',
  handle: async ({ params }) => {
    const [, accent] = /^([0-9a-f]{6})\.css$/.exec(params['file'] ?? '') ?? [];
    if (accent === undefined) throw new Failure('NOT_FOUND', 'No colours stand here.');
    return {
      status: 200,
      type: 'text/css; charset=utf-8',
      body: stylesOf(`#${accent}`),
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    };
  },
};

function stylesOf(accent: string): string {
  const { light, dark } = accentUsed(accent);
  const [byDay, byNight] = [declarations(light), declarations(dark)];
  // In a shop's page the shop chooses the theme, whatever the system wishes.
  return `:root{${byDay}}@media (prefers-color-scheme:dark){:root{${byNight}}}html:root[data-theme="light"]{${byDay}}html:root[data-theme="dark"]{${byNight}}`;
}

function declarations(colours: AccentColours): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--ct-${name.replaceAll('_', '-')}:${colour}`)
    .join(';');
}
