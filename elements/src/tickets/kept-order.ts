import { call, WidgetError, type Server } from '../core/call.ts';
import { toJson } from '../core/json.ts';
import type { Order } from './api.ts';

type Kept = {
  /** Of which event, by which key and server. */ readonly name: string;
  readonly id: string;
  readonly secret: string;
  /** Milliseconds since 1970. */ readonly at: number;
};

/** In the storage of the shop's own page, which no other page reads. */
const PLACE = 'cottontree-ticket-orders';
const KEPT_MAX = 20;
/** Longer than any hold: who paid at the last moment still sees the tickets. */
const KEPT_MS = 86_400_000;
const HOLD_OVER: ReadonlySet<string> = new Set(['HOLD_EXPIRED', 'ORDER_NOT_PAYABLE']);
/** In these something is still to be done or told. */
const OPEN: ReadonlySet<string> = new Set(['held', 'awaiting_payment', 'paid', 'refund_pending']);

export function keepOrder(name: string, { id, client_secret: secret }: Order): void {
  if (secret !== null) write([{ name, id, secret, at: Date.now() }, ...kept()].slice(0, KEPT_MAX));
}

/** It is done with: its tickets were shown, or it came to nothing. */
export function dropOrder(id: string): void {
  const all = kept();
  const others = all.filter((one) => one.id !== id);
  if (others.length < all.length) write(others);
}

/** The order of this event that this browser began and that is not done with, as it stands by now; else null. Throws WidgetError. */
export async function findKeptOrder(server: Server, name: string): Promise<Order | null> {
  for (const { id, secret } of kept().filter((one) => one.name === name)) {
    try {
      const asked = { path: `/public/ticket-orders/${id}`, clientSecret: secret };
      const order = await call<Order>(server, asked);
      if (OPEN.has(order.status)) return { ...order, client_secret: secret };
    } catch (error) {
      if (!(error instanceof WidgetError && error.code === 'ORDER_NOT_FOUND')) throw error;
    }
    dropOrder(id);
  }
  return null;
}

/** Its time is over, or it was given back elsewhere. */
export function isHoldOver(error: unknown): boolean {
  return error instanceof WidgetError && HOLD_OVER.has(error.code);
}

/** Its tickets are there or being made, or its money goes back. */
export function isPaid({ status, payment }: Order): boolean {
  return (status !== 'held' && status !== 'awaiting_payment') || payment?.status === 'succeeded';
}

function kept(): readonly Kept[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '');
    return Array.isArray(all) ? all.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing forgets this too. */
function write(all: readonly Kept[]): void {
  try {
    localStorage.setItem(PLACE, toJson(all));
  } catch {}
}

function isKept(one: unknown): one is Kept {
  const { name, id, secret, at } = (one ?? {}) as Partial<Record<keyof Kept, unknown>>;
  const isWhole = [name, id, secret].every((text) => typeof text === 'string') && typeof at === 'number';
  return isWhole && Math.abs(Date.now() - at) < KEPT_MS;
}
