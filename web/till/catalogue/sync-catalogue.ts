import { CottontreeError, type Client } from '@cottontree/client';
import type { TillChanges } from '@cottontree/contract';
import type { CatalogueStore } from './catalogue-store.ts';
import { withChanges } from './catalogue-store.ts';
import { NO_THINGS, type Things } from './catalogue.ts';
import { letOthersGoOn } from './slices.ts';

/** So many that no answer holds the page while it is read. */
const CHANGES_AT_ONCE = 250;

type Syncing = {
  readonly client: Pick<Client, 'getTillChanges'>;
  readonly store: CatalogueStore;
  readonly from: { readonly things: Things; readonly cursor: string | null };
  /** How many products are there by now. */ readonly onProgress?: (count: number) => void;
  readonly signal?: AbortSignal;
};

/** Takes over what changed since the last time, everything the first time; answers what the till knows then. */
export async function syncCatalogue(
  syncing: Syncing,
): Promise<Syncing['from'] & { readonly changed: boolean }> {
  const { client, store, onProgress, signal } = syncing;
  let { things, cursor } = syncing.from;
  let changed = false;
  /** All that came since it had to begin again; null: it goes on from what is kept. */
  let anew: TillChanges[] | null = null;
  for (;;) {
    const changes = await readChanges(client, cursor, signal);
    if (changes === 'begin-again') {
      [things, cursor, changed, anew] = [NO_THINGS, null, true, []];
      continue;
    }
    // What was known stays on the disk until all has come anew: with less nobody could sell without a network.
    anew?.push(changes);
    if (anew === null) await store.keep(changes);
    else if (!changes.has_more) await store.replace(anew);
    const before = things;
    things = withChanges(things, changes);
    changed ||= things !== before && !isSame(things, before);
    cursor = changes.cursor;
    onProgress?.(things.products.size);
    if (!changes.has_more) return { things, cursor, changed };
    await letOthersGoOn();
  }
}

function isSame(a: Things, b: Things): boolean {
  return (Object.keys(a) as (keyof Things)[]).every((kind) => a[kind] === b[kind]);
}

async function readChanges(
  client: Syncing['client'],
  cursor: string | null,
  signal: AbortSignal | undefined,
) {
  try {
    const { data } = await client.getTillChanges({
      query: { limit: CHANGES_AT_ONCE, ...(cursor === null ? {} : { cursor }) },
      ...(signal ? { signal } : {}),
    });
    return data;
  } catch (error) {
    if (error instanceof CottontreeError && error.code === 'CURSOR_EXPIRED') return 'begin-again';
    throw error;
  }
}
