declare module 'form:*' {
  import type { FormLimits } from '@cottontree/web/form-limits';
  /** What a form takes from the contract, by the path of each field: length in characters, range, pattern, values, words. */
  export const limits: FormLimits;
}
