import type { Context } from '../../core/context.ts';
import type { SuccessRule } from '../hint-attempt.ts';
import { prepareSecret, type SecretRole, type SigningSecret } from '../sign-message.ts';
import { loadEndpointsToSend, type EndpointKey, type EndpointToSend } from './endpoints.queries.ts';

/** The vault's purposes for what an endpoint keeps secret. */
export const ENDPOINT_SECRET = 'webhook-secret';
export const ENDPOINT_HEADERS = 'webhook-headers';

/** An endpoint made ready for sending to it many times. */
export type Receiver = {
  readonly version: number;
  readonly url: string;
  readonly rule: SuccessRule;
  readonly maxInFlight: number;
  readonly ratePerSecond: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly (SigningSecret & { readonly expiresAt: Date })[];
};

export type EndpointBook = {
  /** The endpoints of the keys at the versions given; those that are gone are left out. */
  readonly read: (keys: readonly (EndpointKey & { readonly endpoint_version: number | null })[]) => Promise<ReadonlyMap<string, Receiver>>;
};

const KNOWN_MAX = 10_000;

/** Remembers endpoints by their version: each claim names it, so what is remembered is never stale. */
export function createEndpointBook(context: Pick<Context, 'store' | 'vault'>): EndpointBook {
  const known = new Map<string, Receiver>();

  async function load(keys: readonly EndpointKey[]): Promise<void> {
    if (known.size + keys.length > KNOWN_MAX) known.clear();
    for (const loaded of await loadEndpointsToSend(context.store.system, keys)) known.set(loaded.id, prepare(context, loaded));
  }

  return {
    async read(keys) {
      const missing = new Map(keys.filter((key) => known.get(key.endpoint_id)?.version !== key.endpoint_version && key.endpoint_version !== null).map((key) => [key.endpoint_id, key]));
      if (missing.size > 0) await load([...missing.values()]);
      return known;
    },
  };
}

function prepare({ vault }: Pick<Context, 'vault'>, loaded: EndpointToSend): Receiver {
  return {
    version: loaded.version,
    url: loaded.url,
    rule: loaded.success as SuccessRule,
    maxInFlight: loaded.max_in_flight,
    ratePerSecond: loaded.rate_per_second,
    headers: loaded.headers ? (JSON.parse(vault.open(loaded.headers, ENDPOINT_HEADERS).toString('utf8')) as Record<string, string>) : {},
    secrets: loaded.secrets
      .map((sealed, index) => ({
        ...prepareSecret(loaded.secret_roles[index] as SecretRole, vault.open(sealed, ENDPOINT_SECRET).toString('utf8')),
        expiresAt: loaded.secrets_expire[index] ?? new Date(0),
      }))
      .sort((left, right) => ORDER[left.role] - ORDER[right.role]),
  };
}

const ORDER: Readonly<Record<SecretRole, number>> = { primary: 0, next: 1, previous: 2 };
