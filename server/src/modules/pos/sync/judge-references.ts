import type { SaleFlag, StaffPermission, SyncedSaleIn } from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import type { Pos } from '../module.ts';
import { findReferences, type ReferenceRow } from './references.queries.ts';

/** What the sales of one request name, as far as it is the merchant's. */
export type KnownReferences = {
  readonly find: (
    kind: 'terminal' | 'drawer' | 'customer' | 'staff' | 'location',
    id: string | null | undefined,
  ) => ReferenceRow | undefined;
};

type Named = Pick<
  SyncedSaleIn,
  'terminal_id' | 'cash_session_id' | 'customer_id' | 'staff_id' | 'location_id'
>;

/** What a sale keeps of the names that a till gave it. */
export type JudgedReferences = {
  /** Where it is written: where it was made, as far as that is known. */
  readonly locationId: string;
  readonly terminalId: string | null;
  readonly drawerId: string | null;
  readonly customerId: string | null;
  readonly staffId: string | null;
  readonly handedInBy: string | null;
  /** Whose permissions count; null: nobody in particular, as where the merchant's own server hands it in. */
  readonly seller: StaffMember | null;
  readonly flags: readonly SaleFlag[];
};

/** Looks up once what all sales of a request name; what of it nobody can read yet is left to the check of each sale. */
export async function readReferences(
  given: readonly Readonly<Record<string, unknown>>[],
  { tenant, caller }: Call,
  module: Pos,
): Promise<KnownReferences> {
  const all = (field: string): readonly string[] => [
    ...new Set(given.map((sale) => sale[field]).filter((value) => typeof value === 'string')),
  ];
  const own = caller.session?.terminalId;
  const named = {
    terminals: [...all('terminal_id'), ...(own ? [own] : [])],
    drawers: all('cash_session_id'),
    customers: all('customer_id'),
    staff: all('staff_id'),
    locations: all('location_id'),
  };
  const rows = Object.values(named).every((ids) => ids.length === 0)
    ? []
    : await findReferences(module.store.of(tenant), tenant, named);
  const found = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return { find: (kind, id) => found.get(`${kind} ${id}`) };
}

/** Keeps what is the merchant's, and flags what is not, or is not the till's that hands the sale in. */
export function judgeReferences(
  body: Named,
  { session }: Call['caller'],
  { known, usual }: { readonly known: KnownReferences; /** The default location. */ readonly usual: string },
): JudgedReferences {
  const ownTill = session?.terminalId ?? null;
  const till =
    body.terminal_id === undefined ? ownTill : (known.find('terminal', body.terminal_id)?.id ?? null);
  const drawer = known.find('drawer', body.cash_session_id);
  const customer = known.find('customer', body.customer_id);
  const named = known.find('staff', body.staff_id);
  const signedIn = session?.staff ?? null;
  const isOthers =
    body.staff_id !== undefined &&
    (signedIn !== null || named === undefined) &&
    body.staff_id !== signedIn?.id;
  const hasUnknownPlace =
    body.location_id !== undefined && known.find('location', body.location_id) === undefined;
  return {
    locationId:
      known.find('location', body.location_id)?.id ?? known.find('terminal', till)?.location_id ?? usual,
    terminalId: till,
    drawerId: drawer?.id ?? null,
    customerId: customer?.id ?? null,
    staffId: body.staff_id === undefined ? (signedIn?.id ?? null) : (named?.id ?? null),
    handedInBy: isOthers ? (signedIn?.id ?? null) : null,
    seller: memberOf(named) ?? signedIn,
    flags: [
      ...(hasUnknownPlace ? (['unknown_location'] as const) : []),
      ...(isForeign(body, { ownTill, till, drawer, known }) ? (['foreign_terminal'] as const) : []),
      ...(body.cash_session_id !== undefined && !drawer ? (['closed_session'] as const) : []),
      ...(body.customer_id !== undefined && !customer ? (['unknown_customer'] as const) : []),
      ...(isOthers ? (['staff_differs'] as const) : []),
    ],
  };
}

type Placed = {
  readonly ownTill: string | null;
  readonly till: string | null;
  readonly drawer: ReferenceRow | undefined;
  readonly known: KnownReferences;
};

/** Whether a sale names a till that is none, another than the one that hands it in, that one's drawer, or a place where that one does not stand. */
function isForeign({ terminal_id, location_id }: Named, { ownTill, till, drawer, known }: Placed): boolean {
  const isUnknown = terminal_id !== undefined && till === null;
  const isOthers = ownTill !== null && till !== ownTill;
  const isOthersDrawer =
    till !== null && drawer !== undefined && drawer.terminal_id !== null && drawer.terminal_id !== till;
  const isElsewhere =
    ownTill !== null &&
    known.find('location', location_id) !== undefined &&
    known.find('terminal', ownTill)?.location_id !== location_id;
  return isUnknown || isOthers || isOthersDrawer || isElsewhere;
}

function memberOf(row: ReferenceRow | undefined): StaffMember | null {
  return row
    ? { id: row.id, name: row.name ?? '', permissions: (row.permissions ?? []) as readonly StaffPermission[] }
    : null;
}
