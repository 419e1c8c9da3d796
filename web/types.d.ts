declare module 'form:*' {
  import type { FormLimits } from '@cottontree/web/form-limits';
  /** What a form takes from the contract, by the path of each field: length in characters, range, pattern, values, words. */
  export const limits: FormLimits;
}

declare module 'contract:scopes-of-operations' {
  /** Which right an operation needs, by its id; one that needs none is left out. */
  export const scopesOf: Readonly<Record<string, string>>;
}

/** Puts IndexedDB in memory in place of the browser's; its package does not lead to its types. */
declare module 'fake-indexeddb/auto' {}
