import { mode } from '../kit/data/session.ts';

const BASE = '/operations';

/** The address of a page of Operations, in the mode that is shown: test parcels and cash have addresses of their own. */
export function at(path: string, inMode = mode.value): string {
  return `${BASE}${inMode === 'test' ? '/test' : ''}${path === '/' ? '' : path}`;
}

/** Which mode an address means, and what of it comes after. */
export function readPath(path: string): { readonly mode: 'live' | 'test'; readonly rest: string } {
  const rest = path.replace(/^\/operations/, '').replace(/\/+$/, '');
  return rest === '/test' || rest.startsWith('/test/')
    ? { mode: 'test', rest: rest.slice('/test'.length) || '/' }
    : { mode: 'live', rest: rest || '/' };
}

/** Which parcels, cash and merchants' data are asked for. */
export function livemode(): boolean {
  return mode.value === 'live';
}
