import type { StaffPermission, TillStaff } from '@cottontree/contract';
import { computed, signal } from '@preact/signals';
import { emptyCart, type Cart } from '../cart/cart.ts';
import { minorOf } from '../cart/line-of.ts';
import { totalsOf, type Rules } from '../cart/totals.ts';
import { NO_THINGS, type Things } from '../catalogue/catalogue.ts';
import { EMPTY_SHELF, type Shelf } from '../catalogue/shelf.ts';
import type {
  KeptAsked,
  KeptBack,
  KeptDrawer,
  KeptSession,
  KeptSplit,
  TillDatabase,
} from '../data/till-store.ts';
import { currency } from '../data/money.tsx';
import { permissionsOf } from '../data/permissions.ts';

/** Which till this device is. */
export type Terminal = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly locationId: string;
  readonly livemode: boolean;
  /** The shop's colour, as it was when the server was asked last. */
  readonly accent?: string | null;
};

export const terminal = signal<Terminal | null>(null);
/** What this till keeps. */
export const db = signal<TillDatabase | null>(null);
/** Who is signed in; null: it is locked. */
export const session = signal<KeptSession | null>(null);
export const staff = signal<TillStaff | null>(null);
export const drawer = signal<KeptDrawer | null>(null);

export const things = signal<Things>(NO_THINGS);
export const shelf = signal<Shelf>(EMPTY_SHELF);
/** What is available of the few that run out, by variant. */
export const runningOut = signal<ReadonlyMap<string, number>>(new Map());
/** How often each product was sold here. */
export const soldCounts = signal<Readonly<Record<string, number>>>({});

export const cart = signal<Cart>(emptyCart(crypto.randomUUID()));
/** What is in the cart is being paid in parts, one of which the server asks for; null: it is not. */
export const split = signal<KeptSplit | null>(null);
/** Somebody was asked for all that is in the cart, and may still pay it; null: nobody was. */
export const asked = signal<KeptAsked | null>(null);
/** What the server was asked to take back of sales, and may have taken. */
export const backs = signal<readonly KeptBack[]>([]);

export const rules = computed<Rules>(() => {
  const { settings } = things.value;
  return {
    taxRounding: settings?.tax_rounding ?? 'document',
    cashIncrementMinor: settings ? minorOf(settings.cash_rounding_increment, currency.value) : 0,
    cashRoundingMode: settings?.cash_rounding_mode ?? 'nearest',
  };
});
export const totals = computed(() => totalsOf(cart.value, rules.value));
export const totalMinor = computed(() => Number(totals.value.totalMinor));

const permissions = computed(() => permissionsOf(staff.value, session.value?.staffId ?? ''));

/** Whether who is signed in may do it. */
export function may(permission: StaffPermission): boolean {
  return permissions.value.has(permission);
}

const OFTEN_MAX = 60;

/** What this till sells most, filled up with what stands first in the shop. */
export const often = computed(() => {
  const counts = soldCounts.value;
  const known = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, OFTEN_MAX)
    .flatMap(([id]) => things.value.products.get(id) ?? [])
    .filter(({ is_active }) => is_active);
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...shelf.value.all.slice(0, OFTEN_MAX).filter(({ id }) => !ids.has(id))].slice(
    0,
    OFTEN_MAX,
  );
});
