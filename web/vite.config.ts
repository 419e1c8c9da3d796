import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { contractForms } from './contract-forms.ts';
import { contractValues } from './contract-values.ts';
import { firstScreen } from './tools/build/first-screen.ts';
import { installable } from './tools/build/installable.ts';
import { layerOrder } from './tools/build/layer-order.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** How slow a crowded machine is concerns nobody who starts the server. */
const checks = { bundlerTimings: false, pluginTimings: false };

/**
 * One app, which the mode names: its page, in pieces that a browser loads when it needs them. Apps are built one by one, because what
 * several share would otherwise be cut into a piece for each set of them. Everything but the page has a name that changes with its content.
 */
export default defineConfig(({ mode: app }) => ({
  root,
  base: '/app/',
  publicDir: false,
  plugins: [contractForms(), contractValues(), layerOrder(), firstScreen(app), installable(app)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    conditions: ['@cottontree/source', 'module', 'browser'],
    // Its package names the form for script tags, of which nothing can be left out.
    alias: { leaflet: 'leaflet/dist/leaflet-src.esm.js' },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      checks,
      output: { entryFileNames: `assets/${app}.[name].worker-[hash].js` },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    // A font or a picture in the style sheet would be loaded by everybody, and need data: in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks,
      input: { [app]: `${root}${app}.html` },
      output: {
        entryFileNames: `assets/${app}.[name]-[hash].js`,
        chunkFileNames: `assets/${app}.[name]-[hash].js`,
        // Fonts and pictures are the same file in every app, and kept once by whoever opens two.
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? `assets/${app}.[name]-[hash][extname]` : 'assets/[name]-[hash][extname]',
      },
    },
  },
}));
