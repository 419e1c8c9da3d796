import type { EventKind } from '@cottontree/contract';
import type { Json } from '../store/index.ts';

/** The vault's purpose for a secret that a fact carries. */
export const FACT_SECRET = 'fact';

/** What happened to one thing, in the words of the message it becomes. */
export type Fact = {
  readonly kind: EventKind;
  /** Rises with each fact of one thing. */
  readonly sequence: number;
  /** The fields of the message; secrets only under `sealed`, as base64 of what the vault made. */
  readonly facts: { readonly [field: string]: Json };
  readonly at: string;
};

/**
 * The part of a statement that writes facts (a jsonb array of `Fact`) beside the rows they are
 * about. As it belongs to the statement that makes them true, neither can be without the other.
 */
export function announcement({
  source,
  entity,
  facts,
}: {
  readonly source: string;
  readonly entity: string;
  readonly facts: string;
}): string {
  return `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
          SELECT s.merchant_id, s.livemode, f.kind, s.${entity}, f.sequence, f.facts, f.at
          FROM ${source} s, jsonb_to_recordset(${facts}) AS f(kind text, sequence int, facts jsonb, at timestamptz) ORDER BY s.${entity}, f.sequence`;
}
