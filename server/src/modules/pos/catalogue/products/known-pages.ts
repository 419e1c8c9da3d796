import { hash } from 'node:crypto';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { coalesce, openNamedQueues, type Store } from '../../../../store/index.ts';
import { readPageState } from './page-state.queries.ts';
import type { ListedProductRow } from './product-rows.queries.ts';

/** What tells one state of a page of products from every other. */
export type PageState = {
  /** Of the catalogue (`till_feeds.mark`): a new one with each change of what tills keep, as products and all that stands on them is. */
  readonly mark: string;
  /** Of the stock that it tells of, which tills do not keep: its digest. */
  readonly levels: string;
};

/** A page as it was read, and of which variants it tells the stock. */
type ReadPage = { readonly state: PageState; readonly variantIds: readonly string[] };

/** `isSteady`: it was found in the same state twice, so that to ask for its state first may save reading it. */
export type KnownPage = ReadPage & { readonly isSteady: boolean };

/** Pages of products that were asked for lately, by who asked for what. */
export type KnownPages = {
  readonly find: (name: string) => KnownPage | undefined;
  /** Notes how a page was read; null: nothing can tell its state. */
  readonly note: (name: string, page: ReadPage | null) => void;
  /** In which state a page is now, one look for all who ask before it begins; undefined where nothing can tell it. */
  readonly look: (asked: Look) => Promise<PageState | undefined>;
};

type Look = { readonly name: string; readonly tenant: Tenant; readonly page: ReadPage };

const PAGES_MAX = 500;
/** To look at the stock of more takes as long as to read the page. */
const VARIANTS_MAX = 400;

const LOOKS_MAX = 1_000;

export function createKnownPages({ store }: { readonly store: Pick<Store, 'reads'> }): KnownPages {
  const known = new Map<string, KnownPage>();
  return {
    look: openNamedQueues({
      nameOf: ({ name, page }: Look) => `${page.state.mark} ${name}`,
      open: ({ tenant, page }) =>
        coalesce<Look, PageState | undefined>({
          name: 'Pages of products',
          rowsMax: LOOKS_MAX,
          inFlightMax: 1,
          waitingMax: LOOKS_MAX,
          async statement(looks) {
            const now = await stateNow(store, tenant, page);
            return looks.map(() => now);
          },
        }),
      read: (state) => state,
      triesMax: 1,
    }),
    find: (name) => known.get(name),
    note(name, page) {
      const before = known.get(name);
      known.delete(name);
      if (page === null || page.variantIds.length > VARIANTS_MAX) return;
      known.set(name, { ...page, isSteady: before !== undefined && isSame(before.state, page.state) });
      const [oldest] = known.size > PAGES_MAX ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

export function isSame(one: PageState, other: PageState): boolean {
  return one.mark === other.mark && one.levels === other.levels;
}

async function stateNow(
  store: Pick<Store, 'reads'>,
  tenant: Tenant,
  { variantIds }: ReadPage,
): Promise<PageState | undefined> {
  const row = await readPageState(store.reads(tenant, 'point'), tenant, variantIds);
  return row && { mark: row.mark, levels: digestOf(row.levels) };
}

/** The page that these rows are, in the state in which they were read; null where nothing can tell it. */
export function pageOf(rows: readonly ListedProductRow[]): ReadPage | null {
  const mark = rows[0]?.mark ?? null;
  if (mark === null) return null;
  const variantIds = new Set<string>();
  const levels = new Set<string>();
  for (const { type, track_inventory, variants, components, component_levels } of rows) {
    const isMade = type === 'bundle' && !track_inventory;
    for (const { id, stock } of isMade ? [] : variants) {
      variantIds.add(id);
      for (const { location_id, on_hand, reserved } of stock)
        levels.add(levelText({ variant_id: id, location_id, on_hand, reserved }));
    }
    for (const { variant_id } of isMade ? components : []) variantIds.add(variant_id);
    for (const level of isMade ? component_levels : []) levels.add(levelText(level));
  }
  return { state: { mark, levels: digestOf([...levels]) }, variantIds: [...variantIds] };
}

type Level = {
  readonly variant_id: string;
  readonly location_id: string;
  readonly on_hand: number;
  readonly reserved: number;
};

/** As the statement `products.pageState` writes it. */
function levelText({ variant_id, location_id, on_hand, reserved }: Level): string {
  return `${variant_id} ${location_id} ${on_hand} ${reserved}`;
}

/** The same for the same levels, in whatever order they were read, and as short however many there are. */
function digestOf(levels: readonly string[]): string {
  return hash('sha256', levels.toSorted().join(), 'base64url');
}
