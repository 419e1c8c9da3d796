export { openPages } from './open-pages.ts';
export { openAssets, type Assets } from './assets.ts';
