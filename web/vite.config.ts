import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { contractForms } from './contract-forms.ts';
import { contractValues } from './contract-values.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** One page an app, in pieces that a browser loads when it needs them; everything but the pages has a name that changes with its content. */
export default defineConfig({
  root,
  base: '/app/',
  publicDir: false,
  plugins: [contractForms(), contractValues()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['development', 'module', 'browser'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A font or a picture in the style sheet would be loaded by everybody, and need data: in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: { dashboard: `${root}dashboard.html`, gallery: `${root}gallery.html` } },
  },
});
