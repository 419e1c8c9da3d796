import { createHash } from 'node:crypto';
import type { ProviderContext } from '../provider.ts';
import type { Heard } from './ask.ts';
import { minorAt, textAt } from './fields.ts';

/** Access tokens that providers gave for credentials, kept for as long as they said. */
export type TokenMemory = {
  /** The token, or the answer that brought none. */
  readonly get: (
    context: ProviderContext,
    name: string,
    request: () => Promise<Heard>,
  ) => Promise<{ readonly token: string } | { readonly heard: Heard }>;
  /** After a provider did not take it. */
  readonly forget: (context: ProviderContext, name: string) => void;
};

/** Of an OAuth answer with `access_token` and `expires_in`; a token is asked for anew a minute before its end. */
export function createTokenMemory(): TokenMemory {
  const known = new Map<string, { readonly token: string; readonly untilMs: number }>();
  return {
    async get(context, name, request) {
      const id = idOf(context, name);
      const found = known.get(id);
      if (found && found.untilMs > context.wallNow.getTime()) return { token: found.token };
      const heard = await request();
      const token = heard.kind === 'read' ? textAt(heard.json, 'access_token') : null;
      if (token === null || heard.kind !== 'read') return { heard };
      if (known.size >= TOKENS_MAX) known.clear();
      const seconds = Number(minorAt(heard.json, 'expires_in') ?? 0n);
      known.set(id, {
        token,
        untilMs: context.wallNow.getTime() + Math.min(seconds - SPARE_SECONDS, KEPT_SECONDS_MAX) * 1_000,
      });
      return { token };
    },
    forget: (context, name) => void known.delete(idOf(context, name)),
  };
}

const TOKENS_MAX = 10_000;
const SPARE_SECONDS = 60;
/** Some say ninety days; a key that the provider ended should not live on here that long. */
const KEPT_SECONDS_MAX = 3_600;

/** Of other credentials or another address comes another token. */
function idOf({ merchantId, livemode, credentials, settings }: ProviderContext, name: string): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        name,
        merchantId,
        livemode,
        Object.entries(credentials).sort(),
        Object.entries(settings).sort(),
      ]),
    )
    .digest('base64');
}
