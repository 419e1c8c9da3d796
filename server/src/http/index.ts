export { holdPlace } from './hold-place.ts';
export { openHttp } from './open-http.ts';
export type { HttpServer, HttpOptions } from './module.ts';
