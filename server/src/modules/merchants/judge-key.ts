import { SCOPES, type GrantedScope } from '@cottontree/contract';
import { invalid } from '../../kernel/call/failure.ts';
import { readIpRanges } from '../../kernel/web/read-ip-ranges.ts';
import type { KeyKind } from './key-text.ts';
import { parseUrl } from '../../kernel/web/parse-url.ts';

/** What somebody wants a new key to be; left out is left to the rules. */
export type WantedKey = {
  readonly kind: KeyKind;
  readonly livemode: boolean;
  readonly scopes?: readonly GrantedScope[] | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly ipRanges?: readonly string[] | undefined;
};

/** What a key may do and from where, as it is stored. */
export type KeyRights = {
  readonly scopes: readonly GrantedScope[];
  readonly origins: readonly string[];
  readonly ipRanges: readonly string[];
};

/** The rights of a new key, read and checked; a refusal names the field. */
export function judgeKey(wanted: WantedKey): KeyRights {
  return {
    scopes: wanted.kind === 'secret' ? secretScopes(wanted) : publicScopes(wanted),
    origins: originsOf(wanted),
    ipRanges: readIpRanges(wanted.ipRanges ?? []),
  };
}

function secretScopes({ scopes, livemode }: WantedKey): readonly GrantedScope[] {
  if (scopes === undefined && !livemode) return ['*'];
  if (scopes === undefined)
    throw invalid({
      path: 'scopes',
      message: 'is required for a live secret key: name what it may do, or * for everything',
    });
  if (scopes.length === 0)
    throw invalid({
      path: 'scopes',
      message: 'must name at least one scope: a key without any could do nothing',
    });
  return scopes.includes('*') ? ['*'] : SCOPES.filter((scope) => scopes.includes(scope));
}

function publicScopes({ scopes }: WantedKey): readonly GrantedScope[] {
  if (scopes === undefined || scopes.length === 0) return [];
  throw invalid({
    path: 'scopes',
    message: 'must be left out: a public key may call the public operations and nothing else',
  });
}

function originsOf({ kind, livemode, origins = [] }: WantedKey): readonly string[] {
  if (kind === 'secret') {
    if (origins.length === 0) return [];
    throw invalid({ path: 'origins', message: 'must be left out: a secret key never works from a page' });
  }
  if (livemode && origins.length === 0)
    throw invalid({
      path: 'origins',
      message: 'is required for a live public key: name the pages that may use it, https://shop.example.sl',
    });
  return [...new Set(origins.map((origin, at) => originOf(origin, { path: `origins[${at}]`, livemode })))];
}

function originOf(
  text: string,
  { path, livemode }: { readonly path: string; readonly livemode: boolean },
): string {
  const url = parseUrl(text);
  const bare =
    url !== null &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    url.host !== '';
  if (!bare || !(url.protocol === 'https:' || (url.protocol === 'http:' && !livemode))) {
    throw invalid({
      path,
      message: `must be an origin such as https://shop.example.sl, without a path${livemode ? ', on https' : ''}`,
    });
  }
  return url.origin;
}
