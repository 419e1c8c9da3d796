import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Apps that people open by themselves; what stands in a frame leaves the page around as it is. */
const APPS: ReadonlySet<string> = new Set(['dashboard', 'operations', 'till', 'door', 'courier']);
/** Dark by day as well, as the door itself is. */
const DARK_APP = 'door';
/** Where somebody may have chosen light or dark against what the device says (`kit/data/theme.ts`): told before anything is painted. */
const THEMED: ReadonlySet<string> = new Set(['dashboard', 'operations']);
const CHOSEN_THEME = `<script>try{let t=localStorage.getItem('ct.theme');if(t=='light'||t=='dark')document.documentElement.dataset.theme=t}catch{}</script>`;
const MARK = new URL('../../kit/mark.svg', import.meta.url);

/** The tokens' paper and ink, below every layer of the app's; it goes as soon as the app shows anything but its place for toasts. */
const styleOf = (app: string): string =>
  `
@layer first{
.first{display:flex;gap:10px;align-items:center;flex-wrap:wrap;padding:26px 34px;font:640 1rem/2rem system-ui,sans-serif;color:#17211a}
.first p{flex-basis:100%;margin:0;font-weight:400;line-height:1.5rem;visibility:hidden;animation:late 0s 8s forwards}
html{background:#f6f4ee}body{margin:0}
.first span{display:block}
@keyframes late{to{visibility:visible}}
@media(max-width:45em){.first{padding:14px 16px}}
@media ${app === DARK_APP ? 'all' : '(prefers-color-scheme:dark)'}{html:not([data-theme=light]){background:#0e1310}html:not([data-theme=light]) .first{color:#edf2ed}}
${THEMED.has(app) ? 'html[data-theme=dark]{background:#0e1310;color-scheme:dark}[data-theme=dark] .first{color:#edf2ed}' : ''}
@media(scripting:none){.first p{display:none}}
@supports selector(:has(a)){body:has(#app>:not(.toasts)) .first{display:none}}
@supports not selector(:has(a)){#app:not(:empty)+.first{display:none}}}`.replaceAll('\n', '');

/**
 * What is seen from the first byte on, before script and style are here. It is in the page itself, and the links to the style
 * sheets come after it, or a browser would show nothing until it had them. The server allows style and script by their hashes.
 */
export function firstScreen(app: string): Plugin {
  if (!APPS.has(app)) return { name: 'first-screen' };
  return {
    name: 'first-screen',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const mark = (await readFile(MARK, 'utf8')).trim();
        const links: string[] = [];
        const without = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          links.push(link.trim());
          return '';
        });
        const name = `${mark.replace('<svg', '<svg width="32" height="32" aria-hidden="true"')}<b>Cottontree</b>`;
        const late =
          '<p>The line is slow; this is still coming. <span lang="kri">Di nɛtwɔk slo; i stil de kam.</span></p>';
        return without
          .replace(
            '</head>',
            `${THEMED.has(app) ? `${CHOSEN_THEME}\n` : ''}<style>${styleOf(app)}</style>\n</head>`,
          )
          .replace(
            '<div id="app"></div>',
            `<div id="app"></div>\n<div class="first">${name}${late}</div>\n${links.join('\n')}`,
          );
      },
    },
  };
}
