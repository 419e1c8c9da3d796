import { SCOPES, type GrantedScope } from '@cottontree/contract';
import { InvalidArgumentError } from 'commander';
import { parseUrl } from '../kernel/web/parse-url.ts';

/** `a,b` as a list; blanks and empty parts fall away. */
export function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `shipping:read,shipping:write` or `*`. */
export function readScopes(text: string): readonly GrantedScope[] {
  return readList(text).map((word) => {
    const scope = ['*' as const, ...SCOPES].find((known) => known === word);
    if (scope === undefined)
      throw new InvalidArgumentError(`There is no scope ${word}; known are * and ${SCOPES.join(', ')}.`);
    return scope;
  });
}

/** A whole number from 1. */
export function readWholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Where a server on this machine stands unless told otherwise. */
export const BASE_URL_DEFAULT = 'http://127.0.0.1:8080/v1';

/** The address of an API, without a slash at its end. */
export function readBaseUrl(text: string): string {
  let url = readForwardUrl(text);
  while (url.endsWith('/')) url = url.slice(0, -1);
  return url;
}

/** An http or https address. */
export function readForwardUrl(text: string): string {
  if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return text;
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:8080/v1.');
}
