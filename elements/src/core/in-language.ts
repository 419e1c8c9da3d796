/** The type of a catalogue: the same keys with any words. */
export type Widened<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** Chooses by a language tag, `en-GB` or `kri`; English where there are no others. */
export function inLanguage<Texts>(english: Texts, krio: Texts): (language: string) => Texts {
  return (language) => (/^kri\b/i.test(language) ? krio : english);
}
