export { openHttp, type Door, type HttpOptions } from './open-http.ts';
