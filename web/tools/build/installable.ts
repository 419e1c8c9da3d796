import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transformWithOxc, type Plugin } from 'vite';
import type { Shell } from '../service-worker.ts';
import { installableApps, type InstallableApp } from './apps.ts';
import { appIcons, type AppIcon } from './icons.ts';

const SERVICE_WORKER = new URL('../service-worker.ts', import.meta.url);

/** The reader of bar codes, where the browser has none. */
const LATER = /\.wasm$|\.worker-[\w-]+\.js$/;

/**
 * Makes an app of `apps.ts` one that can be kept on a device: a manifest, icons, and a service worker that knows the app's own files.
 * Of any other app it makes nothing.
 */
export function installable(name: string): Plugin {
  const app = installableApps[name];
  if (!app) return { name: 'installable' };
  return {
    name: 'installable',
    enforce: 'post',
    transformIndexHtml: async (html) => {
      const icons = await appIcons(name, app);
      // The picture in the tab is one of the app's own files, so it is there without a network, too.
      const [small] = icons;
      const own = html.replace(
        /<link rel="icon"[^>]*>/,
        `<link rel="icon" href="/app/${small?.fileName}" type="image/png">`,
      );
      return { html: own, tags: linksOf(app, icons) };
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[`${name}.html`];
        const pieces = Object.keys(bundle).filter(
          (file) => file.startsWith('assets/') && !file.endsWith('.map'),
        );
        const icons = await appIcons(name, app);
        for (const { fileName, bytes } of icons) this.emitFile({ type: 'asset', fileName, source: bytes });
        this.emitFile({
          type: 'asset',
          fileName: `${name}.webmanifest`,
          source: JSON.stringify(manifestOf(app, icons)),
        });
        const files = [...new Set([...pieces, ...icons.slice(0, 1).map(({ fileName }) => fileName)])].sort();
        const version = createHash('sha256')
          .update(JSON.stringify([files, page?.type === 'asset' ? String(page.source) : '']))
          .digest('hex')
          .slice(0, 16);
        const shell = {
          version,
          app: name,
          path: app.path,
          files: [app.path, ...files.filter((file) => !LATER.test(file)).map((file) => `/app/${file}`)],
          later: files.filter((file) => LATER.test(file)).map((file) => `/app/${file}`),
        };
        this.emitFile({
          type: 'asset',
          fileName: `${name}.service-worker.js`,
          source: await serviceWorkerOf(shell),
        });
      },
    },
  };
}

/** A browser runs it as a plain script, so nothing is exported. */
async function serviceWorkerOf(shell: Shell): Promise<string> {
  const source = await readFile(SERVICE_WORKER, 'utf8');
  const { code } = await transformWithOxc(source, SERVICE_WORKER.pathname);
  return `const SHELL = ${JSON.stringify(shell)};\n${code.replace(/^export\s*\{\s*\};?\s*$/m, '')}`;
}

function linksOf({ path, shortName }: InstallableApp, icons: readonly AppIcon[]) {
  const link = (attrs: Record<string, string>) => ({ tag: 'link', attrs, injectTo: 'head' as const });
  const meta = (name: string, content: string) => ({
    tag: 'meta',
    attrs: { name, content },
    injectTo: 'head' as const,
  });
  return [
    link({ rel: 'manifest', href: `${path}/app.webmanifest` }),
    ...icons
      .filter(({ purpose }) => purpose === 'maskable')
      .map(({ fileName }) => link({ rel: 'apple-touch-icon', href: `/app/${fileName}` })),
    meta('apple-mobile-web-app-title', shortName),
  ];
}

function manifestOf(app: InstallableApp, icons: readonly AppIcon[]) {
  return {
    id: app.path,
    name: app.name,
    short_name: app.shortName,
    description: app.description,
    lang: 'en',
    start_url: app.path,
    scope: app.path,
    display: 'standalone',
    orientation: app.orientation,
    background_color: '#f6f4ee',
    theme_color: app.colour,
    icons: icons.map(({ fileName, sizePx, purpose }) => ({
      src: `/app/${fileName}`,
      sizes: `${sizePx}x${sizePx}`,
      type: 'image/png',
      purpose,
    })),
  };
}
