import { installed } from './prepare.mjs';

const BUILDS = {
  client: async () => (await import('./build-client.mjs')).buildClient(),
  elements: async () => (await import('./build-elements.mjs')).buildElements(),
  react: async () => (await import('./build-react.mjs')).buildReact(),
};

/** What `npm pack` runs in a workspace that is a package for others: what it holds is of this very checkout. */
await installed();
await BUILDS[process.argv[2]]();
