export { openHttp } from './open-http.ts';
export type { Door, HttpOptions } from './module.ts';
