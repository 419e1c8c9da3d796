export { configure } from './core/base-url.ts';
