/** What a person does at a till. Amounts in minor units. */
export type TillAct =
  | { readonly what: 'sale'; readonly minor: number }
  | { readonly what: 'pay_in' | 'pay_out'; readonly minor: number }
  | { readonly what: 'refund'; readonly clientId: string }
  | { readonly what: 'open'; readonly minor: number }
  | { readonly what: 'close'; readonly minor: number }
  /** Cash put in, as a till of before kept it, which was updated before it could send it. */
  | { readonly what: 'older'; readonly minor: number };

/** What was confirmed to that person; null: they were told that nothing was kept. */
export type TillDone = {
  readonly minor: number;
  readonly clientId: string | null;
  readonly drawerId: string;
};
