declare module 'form:*' {
  import type { FormLimits } from '@cottontree/web/form-limits';
  /** What a form takes from the contract, by the path of each field: length in characters, range, pattern, values, words. */
  export const limits: FormLimits;
}

declare module 'contract:scopes-of-operations' {
  /** Which right an operation needs, by its id; one that needs none is left out. */
  export const scopesOf: Readonly<Record<string, string>>;
}

declare module 'contract:roles-of-scopes' {
  import type { MemberRole } from '@cottontree/contract';
  /** The least of a shop's roles that have a right. */
  export const rolesOf: Readonly<Record<string, MemberRole>>;
}

/** Puts IndexedDB in memory in place of the browser's; its package does not lead to its types. */
declare module 'fake-indexeddb/auto' {}
