import type { Context } from '../../../kernel/call/context.ts';
import type { OutgoingTarget } from '../../../kernel/running/world.ts';
import type { SuccessRule } from './hint-attempt.ts';
import { secretsAt, type SecretTerm } from '../signing/secrets-at.ts';
import { prepareSecret, type SecretRole, type SigningSecret } from '../signing/sign-message.ts';
import { ENDPOINT_SECRET } from '../signing/make-secret.ts';
import { BODY_HEADERS, ENDPOINT_HEADERS } from '../signing/message-headers.ts';
import { loadEndpointsToSend, type EndpointKey, type EndpointToSend } from './endpoints.queries.ts';

/** An endpoint made ready for sending to it many times. */
export type EndpointReceiver = {
  readonly version: number;
  /** Takes attempts, with the endpoint's own headers. */
  readonly target: OutgoingTarget;
  readonly rule: SuccessRule;
  readonly maxInFlight: number;
  readonly ratePerSecond: number | null;
  /** Whether a fault is ordered for its next messages. */
  readonly drilling: boolean;
  /** Those that sign at a moment, the primary first. */
  readonly secretsAt: (at: Date) => readonly SigningSecret[];
};

export type EndpointCache = {
  /** The endpoints of the keys at the versions given; those that are gone are left out. */
  readonly read: (
    keys: readonly (EndpointKey & { readonly endpoint_version: number | null })[],
  ) => Promise<ReadonlyMap<string, EndpointReceiver>>;
};

const KNOWN_MAX = 10_000;
/** What the query says for no moment. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** Remembers endpoints by their version: each claim names it, so what is remembered is never stale. */
export function createEndpointCache(context: Pick<Context, 'store' | 'vault' | 'world'>): EndpointCache {
  const known = new Map<string, EndpointReceiver>();

  async function load(keys: readonly EndpointKey[]): Promise<void> {
    if (known.size + keys.length > KNOWN_MAX) known.clear();
    for (const loaded of await loadEndpointsToSend(context.store.system, keys))
      known.set(loaded.id, prepare(context, loaded));
  }

  return {
    async read(keys) {
      const missing = new Map(
        keys
          .filter(
            (key) =>
              known.get(key.endpoint_id)?.version !== key.endpoint_version && key.endpoint_version !== null,
          )
          .map((key) => [key.endpoint_id, key]),
      );
      if (missing.size > 0) await load([...missing.values()]);
      return known;
    },
  };
}

function prepare(context: Pick<Context, 'vault' | 'world'>, loaded: EndpointToSend): EndpointReceiver {
  const { vault, world } = context;
  const secrets = prepareSecrets(context, loaded);
  const headers = loaded.headers
    ? (JSON.parse(vault.open(loaded.headers, ENDPOINT_HEADERS).toString('utf8')) as Record<string, string>)
    : {};
  return {
    version: loaded.version,
    target: world.prepare(loaded.url, { ...headers, ...BODY_HEADERS }),
    rule: loaded.success,
    maxInFlight: loaded.max_in_flight,
    ratePerSecond: loaded.rate_per_second,
    drilling: loaded.drilling,
    secretsAt: (at) => secretsAt(secrets, at),
  };
}

function prepareSecrets(
  { vault }: Pick<Context, 'vault'>,
  { secrets, secret_roles, secrets_created, secrets_expire, secrets_promote, overlaps_hours }: EndpointToSend,
): readonly (SigningSecret & SecretTerm)[] {
  return secrets.map((sealed, index) => ({
    ...prepareSecret(secret_roles[index] as SecretRole, vault.open(sealed, ENDPOINT_SECRET).toString('utf8')),
    created_at: secrets_created[index] ?? NEVER,
    expires_at: momentOf(secrets_expire[index]),
    promotes_at: momentOf(secrets_promote[index]),
    overlap_hours: overlaps_hours[index] ?? 0,
  }));
}

/** Lists of moments have no null. */
function momentOf(moment: Date = NEVER): Date | null {
  return moment.getTime() === NEVER.getTime() ? null : moment;
}
