import type { PageRequest } from '../kernel/call/page-route.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import { frameQuery, type FramedBy } from '../kernel/web/frame-policy.ts';
import { parseUrl } from '../kernel/web/parse-url.ts';
import { judgeFrameKey, type Merchants } from '../modules/merchants/index.ts';

/** A page of ours inside a page of a shop. */
export type Embed = {
  readonly framedBy: FramedBy;
  /** To which page it speaks, an origin; null: it was not named, and the page stays silent. */
  readonly origin: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** What its links carry on. */
  readonly query: string;
};

/** Whether a page is asked for inside a shop's page, by a public key of the merchant whose page it is. Null: it is not. */
export async function embedOf(
  { authenticator }: Pick<Merchants, 'authenticator'>,
  { query }: Pick<PageRequest, 'query'>,
  owner: Tenant | null,
): Promise<Embed | null> {
  const key = query[frameQuery.key];
  const judged = key === undefined ? null : await judgeFrameKey(authenticator, key);
  if (key === undefined || judged === null || (owner !== null && !isSame(judged.tenant, owner))) return null;
  const origin = parseUrl(query[frameQuery.origin] ?? '')?.origin ?? null;
  const said = query[frameQuery.theme];
  const theme = said === 'light' || said === 'dark' ? said : null;
  const carried = new URLSearchParams({
    [frameQuery.key]: key,
    ...(origin === null ? {} : { [frameQuery.origin]: origin }),
    ...(theme === null ? {} : { [frameQuery.theme]: theme }),
  });
  return { framedBy: judged.by, origin, theme, query: carried.toString() };
}

function isSame(one: Tenant, other: Tenant): boolean {
  return one.merchantId === other.merchantId && one.livemode === other.livemode;
}
