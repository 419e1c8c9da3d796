import { locale } from './locale.ts';

type Text = string | ((...values: never[]) => string);
type Catalogue = Readonly<Record<string, Text>>;
/** The same keys, and where a text has values in it, the same values. */
type SameAs<T extends Catalogue> = {
  readonly [K in keyof T]: T[K] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/**
 * A catalogue of texts in every language: a key that one of them lacks does not compile. Whoever reads a text while rendering is
 * rendered anew when the language changes.
 */
export function texts<const T extends Catalogue>(en: T, kri: SameAs<T>): SameAs<T> {
  const read = {};
  for (const key of Object.keys(en))
    Object.defineProperty(read, key, {
      enumerable: true,
      get: () => (locale.value === 'kri' ? kri : en)[key],
    });
  return read as SameAs<T>;
}

/** One thing or several, in English; Krio has no plural ending. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
