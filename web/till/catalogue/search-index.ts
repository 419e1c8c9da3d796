import type { SyncedProduct } from '@cottontree/contract';
import type { Found } from './catalogue.ts';
import { inSlices } from './slices.ts';

type Entry = { readonly product: SyncedProduct; readonly text: string };

/** Finds products by words and codes, without holding the page: built in slices, and searched in one pass. */
export type SearchIndex = {
  /** Those whose name or codes have all the words, names that begin so first. */
  readonly search: (words: string, most?: number) => readonly SyncedProduct[];
  /** What a bar code or SKU stands for, exactly. */
  readonly byCode: (code: string) => Found | null;
  readonly size: number;
};

export const EMPTY_INDEX: SearchIndex = Object.freeze({ search: () => [], byCode: () => null, size: 0 });
const FOUND_MAX = 200;

/** Letters as people type them: without case and accents, Krio's own by their neighbours. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ɛ', 'e')
    .replaceAll('ɔ', 'o')
    .replaceAll('ŋ', 'ng');
}

/** Builds the index of what is offered; other work goes on between its slices. */
export async function buildIndex(
  products: readonly SyncedProduct[],
  signal?: AbortSignal,
): Promise<SearchIndex> {
  const entries: Entry[] = [];
  const codes = new Map<string, Found>();
  await inSlices(
    products,
    (product) => {
      entries.push({ product, text: textOf(product) });
      for (const variant of product.variants) {
        if (!variant.is_active) continue;
        for (const code of [variant.sku, ...variant.barcodes])
          if (code !== null) codes.set(folded(code), { product, variant });
      }
      for (const code of [product.sku, ...product.barcodes])
        if (code !== null && !codes.has(folded(code))) codes.set(folded(code), { product, variant: null });
    },
    signal,
  );
  return {
    size: entries.length,
    byCode: (code) => codes.get(folded(code.trim())) ?? null,
    search: (words, most = FOUND_MAX) => searchIn(entries, folded(words), most),
  };
}

function textOf({ name, sku, barcodes, variants }: SyncedProduct): string {
  const codes = variants.flatMap((one) => [one.name, one.sku, ...one.barcodes]);
  return folded([name, sku, ...barcodes, ...codes].filter((part) => part !== null).join(' '));
}

function searchIn(entries: readonly Entry[], typed: string, most: number): readonly SyncedProduct[] {
  const words = typed.split(/\s+/u).filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return [];
  const begins: SyncedProduct[] = [];
  const has: SyncedProduct[] = [];
  for (const { product, text } of entries) {
    if (!words.every((word) => text.includes(word))) continue;
    (text.startsWith(first) ? begins : has).push(product);
    if (begins.length >= most) break;
  }
  return [...begins, ...has].slice(0, most);
}
