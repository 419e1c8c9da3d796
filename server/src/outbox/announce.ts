import type { EventKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../core/tenant.ts';
import type { Json, Tx } from '../store/index.ts';
import { insertFact } from './outbox.queries.ts';

/** What happened, in the words of the message it becomes. */
export type Fact = {
  readonly kind: EventKind;
  /** What it happened to, for order and de-duplication: a job number, an id. */
  readonly entity: string;
  /** Rises with each fact of one entity. */
  readonly sequence: number;
  /** The fields of the message; secrets only under `sealed`, as base64 of what the vault made. */
  readonly facts: { readonly [field: string]: Json };
  readonly at: Date;
};

/** Writes the fact in the transaction that makes it true, so that neither can be without the other. */
export async function announce(tx: Tx, tenant: Tenant, fact: Fact): Promise<void> {
  const { kind, entity, sequence, facts, at } = fact;
  await tx.run(insertFact, { ...keyOf(tenant), kind, entity, sequence, facts, created_at: at });
}
