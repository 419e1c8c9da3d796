export { openHttp, type Door, type HttpOptions, type RequestRecord } from './open-http.ts';
