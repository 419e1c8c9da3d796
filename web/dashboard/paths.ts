import { mode } from '../kit/data/session.ts';

const BASE = '/dashboard';

/** The address of a page of the dashboard, in the mode that is shown: test mode has a part of its own, so that an address says which data it means. */
export function at(path: string, inMode = mode.value): string {
  return `${BASE}${inMode === 'test' ? '/test' : ''}${path === '/' ? '' : path}`;
}

/** Which mode an address means, and what of it comes after. */
export function readPath(path: string): { readonly mode: 'live' | 'test'; readonly rest: string } {
  const rest = path.replace(/^\/dashboard/, '').replace(/\/+$/, '');
  return rest === '/test' || rest.startsWith('/test/')
    ? { mode: 'test', rest: rest.slice('/test'.length) || '/' }
    : { mode: 'live', rest: rest || '/' };
}
