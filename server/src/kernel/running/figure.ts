/** A number that whoever watches the service reads, in the words of Prometheus' text format. */
export type Figure = {
  /** `cottontree_webhook_queue`; a counter ends in `_total`. */
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
};
