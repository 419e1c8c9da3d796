import type { EventKind } from '@cottontree/contract';
import { currentTrace, keepTrace } from '../kernel/running/trace.ts';
import type { Json, JsonObject, Tx } from '../store/index.ts';
import type { Tenant } from '../kernel/call/tenant.ts';

/** The vault's purpose for a secret that a fact carries. */
export const FACT_SECRET = 'fact';

/** What happened to one thing, in the words of the message it becomes. */
export type Fact = {
  readonly kind: EventKind;
  /** Rises with each fact of one thing. */
  readonly sequence: number;
  /** The fields of the message; secrets only under `sealed`, as base64 of what the vault made. */
  readonly facts: JsonObject;
  readonly at: string;
  /** Of the request that made it true, as `keepTrace` writes it: its message is sent as part of it. */
  readonly trace: string | undefined;
};

/** A fact as part of the request that is being answered here, if it brought a trace. */
export function newFact<Told extends Omit<Fact, 'trace'>>(told: Told): Told & Pick<Fact, 'trace'> {
  const trace = currentTrace();
  return { ...told, trace: trace && keepTrace(trace) };
}

/**
 * The part of a statement that writes facts (a jsonb array of `Fact`) beside the rows they are
 * about. As it belongs to the statement that makes them true, neither can be without the other.
 * `places` names an int8[] of places that were reserved for the first of them.
 */
export function announcement({
  source,
  entity,
  facts,
  places,
}: {
  readonly source: string;
  readonly entity: string;
  readonly facts: string;
  readonly places?: string;
}): string {
  const told = `FROM ${source} s, jsonb_to_recordset(${facts}) AS f(kind text, sequence int, facts jsonb, at timestamptz, trace text)`;
  const columns = 'merchant_id, livemode, kind, entity, sequence, facts, created_at, trace';
  const values = `s.merchant_id, s.livemode, f.kind, s.${entity}, f.sequence, f.facts, f.at, f.trace`;
  if (places === undefined)
    return `INSERT INTO outbox (${columns})\n          SELECT ${values}\n          ${told} ORDER BY s.${entity}, f.sequence`;
  return `INSERT INTO outbox (id, ${columns}) OVERRIDING SYSTEM VALUE
          SELECT coalesce((${places})[t.place::int], nextval('outbox_id_seq')), ${columns
            .split(', ')
            .map((name) => `t.${name}`)
            .join(', ')} FROM (
            SELECT ${columns
              .split(', ')
              .map((name, at) => `${values.split(', ')[at]} AS ${name}`)
              .join(', ')}, row_number() OVER (ORDER BY s.${entity}, f.sequence) AS place ${told}
          ) t ORDER BY t.place`;
}

/** A fact on its way out of the outbox, for the first time. */
export type TakenFact = {
  readonly tenant: Tenant;
  readonly kind: string;
  readonly entity: string;
  readonly facts: { readonly [field: string]: Json | undefined };
  readonly createdAt: Date;
};

/** Makes something of facts beside their messages, in the transaction that takes them: each fact comes once, and a failure leaves all of them in the outbox. */
export type Planner = (tx: Tx, facts: readonly TakenFact[]) => Promise<void>;
