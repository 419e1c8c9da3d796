import { call, WidgetError, type Server } from '../core/call.ts';
import { toJson } from '../core/json.ts';
import { hasEnded, type FollowedPayment } from './follow-payment.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a button asks for, as a page that is loaded anew asks for the same. */
export type Asking = {
  /** The shop's own name for what is paid, whose it is and how much; null where it has none, for the same may be bought again. */
  readonly name: string | null;
  /** All that is said of it, but for the signature, which is made anew. */
  readonly all: string;
};

type Begun = Asking & { readonly id: string; readonly secret: string };

/** In the storage of the shop's own page, which no other page reads. */
const PLACE = 'cottontree-payments';
const KEPT_MAX = 20;

export function askingOf(whose: readonly unknown[], body: Body): Asking {
  const { amount, currency, reference, payment_link_id: link } = body;
  return {
    name: reference === undefined ? null : toJson([...whose, reference, amount, currency, link]),
    all: toJson({ ...body, amount_token: undefined }),
  };
}

/** A payment that this browser began for the same, before the page was loaded or in another tab: paid, or open still. Throws WidgetError. */
export async function findBegun(server: Server, { name, all }: Asking): Promise<FollowedPayment | null> {
  let open: FollowedPayment | null = null;
  for (const begun of name === null ? [] : kept().filter((one) => one.name === name)) {
    const seen = await lookAgain(server, begun);
    if (seen?.status === 'succeeded') return seen;
    if (begun.all === all) open ??= seen;
  }
  return open;
}

export function keepBegun(asking: Asking, { id, client_secret: secret }: FollowedPayment): void {
  if (asking.name !== null && secret !== null)
    write([{ ...asking, id, secret }, ...kept()].slice(0, KEPT_MAX));
}

/** It came to nothing. */
export function dropBegun(id: string): void {
  const all = kept();
  const others = all.filter((one) => one.id !== id);
  if (others.length < all.length) write(others);
}

/** How it stands by now; null: it came to nothing, or the money went back. */
async function lookAgain(server: Server, { id, secret }: Begun): Promise<FollowedPayment | null> {
  try {
    const seen = await call<FollowedPayment>(server, { path: `/payments/${id}`, clientSecret: secret });
    const isPaid = seen.status === 'succeeded' && seen.amount_refunded !== seen.amount;
    if (isPaid || !hasEnded(seen)) return seen;
  } catch (error) {
    if (!(error instanceof WidgetError && error.code === 'PAYMENT_NOT_FOUND')) throw error;
  }
  dropBegun(id);
  return null;
}

function kept(): readonly Begun[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '');
    return Array.isArray(all) ? all.filter(isBegun) : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing forgets this too. */
function write(all: readonly Begun[]): void {
  try {
    localStorage.setItem(PLACE, toJson(all));
  } catch {}
}

function isBegun(one: unknown): one is Begun {
  const { id, secret } = (one ?? {}) as Partial<Record<keyof Begun, unknown>>;
  return typeof id === 'string' && typeof secret === 'string';
}
