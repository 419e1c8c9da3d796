import type { TObject } from 'typebox';

/** What receivers are told of one kind of event. */
export type EventDescription = {
  readonly kind: string;
  /** Whether `*` and `shipping.*` include it; other kinds reach only endpoints that name them. */
  readonly default: boolean;
  readonly summary: string;
  /** The schema of `data.object`, its fields in the order in which they are sent. */
  readonly data: TObject;
  readonly example: Readonly<Record<string, unknown>>;
};
