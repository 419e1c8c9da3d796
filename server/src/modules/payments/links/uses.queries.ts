import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, type Runner } from '../../../store/index.ts';
import { LINK_COLUMNS, LINK_ROW, type LinkRow } from './links.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;

/** The condition stands in the statement that takes, so that two payers never both take the last use. */
const hold = statement({
  name: 'linkUses.hold',
  params: { ...KEY, link_id: 'text', payment_id: 'text', amount: 'int8', now: 'timestamptz' },
  row: { payment_id: 'text' },
  sql: `WITH held AS (
          UPDATE payment_links l SET in_flight = l.in_flight + 1
          WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :link_id AND l.active AND (l.expires_at IS NULL OR l.expires_at > :now::timestamptz) AND (l.max_uses IS NULL OR l.uses + l.in_flight < l.max_uses)
          RETURNING l.merchant_id, l.livemode, l.id
        )
        INSERT INTO payment_link_uses (merchant_id, livemode, payment_id, link_id, state, amount, created_at, updated_at)
        SELECT merchant_id, livemode, :payment_id, id, 'held', :amount, :now::timestamptz, :now::timestamptz FROM held RETURNING payment_id`,
});

/** A payment that began and ended otherwise gives its use back; said again, nothing is given. */
const giveBack = statement({
  name: 'linkUses.giveBack',
  params: { ...KEY, payment_id: 'text', at: 'timestamptz' },
  row: { link_id: 'text' },
  sql: `WITH returned AS (
          UPDATE payment_link_uses u SET state = 'returned', updated_at = :at WHERE u.merchant_id = :merchant_id AND u.livemode = :livemode AND u.payment_id = :payment_id AND u.state = 'held' RETURNING u.link_id
        )
        UPDATE payment_links l SET in_flight = l.in_flight - 1 FROM returned r WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = r.link_id RETURNING l.id AS link_id`,
});

/**
 * Money came: a use that is held is taken. One that was given back is taken anew where the link still has one; else the
 * money is for nothing and the use is refused for good.
 */
const take = statement({
  name: 'linkUses.take',
  params: { ...KEY, link_id: 'text', payment_id: 'text', at: 'timestamptz' },
  row: { ...LINK_ROW, taken: 'bool' },
  sql: `WITH use AS (
          SELECT u.state, u.amount FROM payment_link_uses u WHERE u.merchant_id = :merchant_id AND u.livemode = :livemode AND u.payment_id = :payment_id AND u.state IN ('held', 'returned') FOR UPDATE
        ), taken AS (
          UPDATE payment_links l SET uses = l.uses + 1, in_flight = l.in_flight - CASE use.state WHEN 'held' THEN 1 ELSE 0 END, total_collected = l.total_collected + use.amount,
            updated_at = greatest(l.updated_at, :at)
          FROM use WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :link_id AND (use.state = 'held' OR l.max_uses IS NULL OR l.uses + l.in_flight < l.max_uses)
          RETURNING ${LINK_COLUMNS}
        ), noted AS (
          UPDATE payment_link_uses u SET state = CASE WHEN EXISTS (SELECT FROM taken) THEN 'used' ELSE 'refused' END, updated_at = :at FROM use WHERE u.merchant_id = :merchant_id AND u.livemode = :livemode AND u.payment_id = :payment_id
        )
        SELECT ${LINK_COLUMNS}, true AS taken FROM taken l`,
});

const state = statement({
  name: 'linkUses.state',
  params: { ...KEY, payment_id: 'text' },
  row: { state: 'text' },
  sql: 'SELECT state FROM payment_link_uses WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id',
});

/** Tells once that the last use was taken: whoever raises the limit meanwhile makes it untrue. */
const tell = statement({
  name: 'linkUses.tellCompleted',
  params: { ...KEY, link_id: 'text', sequence: 'int4', facts: json<readonly Fact[]>() },
  row: { id: 'text' },
  sql: `WITH told AS (
          UPDATE payment_links l SET sequence = l.sequence + 1 WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :link_id AND l.sequence = :sequence RETURNING l.merchant_id, l.livemode, l.id
        ), announced AS (
          ${announcement({ source: 'told', entity: 'id', facts: ':facts' })}
        ) SELECT id FROM told`,
});

export type LinkUse = { readonly linkId: string; readonly paymentId: string };

/** Whether the payment got a use of the link. */
export async function holdUse(
  runner: Runner,
  tenant: Tenant,
  use: LinkUse & { readonly amount: bigint; readonly now: Date },
): Promise<boolean> {
  return (
    (
      await runner.run(hold, {
        ...keyOf(tenant),
        link_id: use.linkId,
        payment_id: use.paymentId,
        amount: use.amount,
        now: use.now,
      })
    ).length === 1
  );
}

export async function giveUseBack(
  runner: Runner,
  tenant: Tenant,
  { paymentId, at }: { readonly paymentId: string; readonly at: Date },
): Promise<void> {
  await runner.run(giveBack, { ...keyOf(tenant), payment_id: paymentId, at });
}

/** The link as the use leaves it; undefined where no use was left, or the payment has taken or lost its use before. */
export async function takeUse(
  runner: Runner,
  tenant: Tenant,
  { linkId, paymentId, at }: LinkUse & { readonly at: Date },
): Promise<LinkRow | undefined> {
  return (await runner.run(take, { ...keyOf(tenant), link_id: linkId, payment_id: paymentId, at }))[0];
}

export async function stateOfUse(
  runner: Runner,
  tenant: Tenant,
  paymentId: string,
): Promise<string | undefined> {
  return (await runner.run(state, { ...keyOf(tenant), payment_id: paymentId }))[0]?.state;
}

/** False where the link was changed meanwhile. */
export async function tellCompleted(
  runner: Runner,
  tenant: Tenant,
  { row, facts }: { readonly row: LinkRow; readonly facts: readonly Fact[] },
): Promise<boolean> {
  return (
    (await runner.run(tell, { ...keyOf(tenant), link_id: row.id, sequence: row.sequence, facts })).length ===
    1
  );
}
