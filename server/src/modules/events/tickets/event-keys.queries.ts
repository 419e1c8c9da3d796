import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const EVENT = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;
const OPEN = {
  kid: 'int4',
  public_key: 'bytea',
  created_at: 'timestamptz',
  retired_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
} as const;
const OPEN_COLUMNS = Object.keys(OPEN).join(', ');

/** The first key, unless somebody else was faster. */
const addFirst = statement({
  name: 'eventKeys.addFirst',
  params: { ...EVENT, public_key: 'bytea', private_key: 'bytea', created_at: 'timestamptz' },
  row: { kid: 'int4' },
  sql: `INSERT INTO event_keys (merchant_id, livemode, event_id, kid, public_key, private_key, created_at)
        SELECT :merchant_id, :livemode, :event_id, 1, :public_key, :private_key, :created_at WHERE NOT EXISTS (SELECT FROM event_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id)
        ON CONFLICT DO NOTHING RETURNING kid`,
});

/** The next key signs from now on; those before it stay valid, but for one that is revoked with it. */
const rotate = statement({
  name: 'eventKeys.rotate',
  params: { ...EVENT, public_key: 'bytea', private_key: 'bytea', now: 'timestamptz' },
  row: { kid: 'int4' },
  sql: `WITH retired AS (
          UPDATE event_keys SET retired_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND retired_at IS NULL RETURNING kid
        )
        INSERT INTO event_keys (merchant_id, livemode, event_id, kid, public_key, private_key, created_at)
        SELECT :merchant_id, :livemode, :event_id, 1 + coalesce((SELECT max(kid) FROM event_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id), 0), :public_key, :private_key, :now
        ON CONFLICT DO NOTHING RETURNING kid`,
});

const revoke = statement({
  name: 'eventKeys.revoke',
  params: { ...EVENT, kid: 'int4', now: 'timestamptz' },
  row: { kid: 'int4' },
  sql: `UPDATE event_keys SET revoked_at = coalesce(revoked_at, :now), retired_at = coalesce(retired_at, :now)
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND kid = :kid RETURNING kid`,
});

const list = statement({
  name: 'eventKeys.list',
  params: EVENT,
  row: OPEN,
  sql: `SELECT ${OPEN_COLUMNS} FROM event_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id ORDER BY kid`,
});

const findSealed = statement({
  name: 'eventKeys.findSealed',
  params: { ...EVENT, kid: 'int4' },
  row: { private_key: 'bytea' },
  sql: 'SELECT private_key FROM event_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND kid = :kid',
});

const lockEvent = statement({
  name: 'eventKeys.lockEvent',
  params: EVENT,
  row: { id: 'text' },
  sql: 'SELECT id FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id FOR NO KEY UPDATE',
});

export type EventRef = { readonly tenant: Tenant; readonly eventId: string };
export type EventKeyRow = ValuesOf<typeof OPEN>;
export type NewEventKey = { readonly publicKey: Buffer; readonly sealed: Buffer; readonly now: Date };

const paramsOf = ({ tenant, eventId }: EventRef) => ({ ...keyOf(tenant), event_id: eventId });

/** Adds the event's first key; nothing where it has one. */
export async function addFirstEventKey(
  runner: Runner,
  event: EventRef,
  { publicKey, sealed, now }: NewEventKey,
): Promise<void> {
  await runner.run(addFirst, {
    ...paramsOf(event),
    public_key: publicKey,
    private_key: sealed,
    created_at: now,
  });
}

/** The new key's number; undefined where somebody else rotated at the same moment. */
export async function rotateEventKeyRow(
  runner: Runner,
  event: EventRef,
  { publicKey, sealed, now }: NewEventKey,
): Promise<number | undefined> {
  return (
    await runner.run(rotate, { ...paramsOf(event), public_key: publicKey, private_key: sealed, now })
  )[0]?.kid;
}

/** False when the event has no such key. One that was revoked stays revoked since then. */
export async function revokeEventKeyRow(
  runner: Runner,
  event: EventRef,
  { kid, now }: { readonly kid: number; readonly now: Date },
): Promise<boolean> {
  return (await runner.run(revoke, { ...paramsOf(event), kid, now })).length === 1;
}

/** Every key that the event ever had, the oldest first. */
export async function listEventKeyRows(runner: Runner, event: EventRef): Promise<readonly EventKeyRow[]> {
  return runner.run(list, paramsOf(event));
}

export async function findSealedKey(
  runner: Runner,
  event: EventRef,
  kid: number,
): Promise<Buffer | undefined> {
  return (await runner.run(findSealed, { ...paramsOf(event), kid }))[0]?.private_key;
}

/** Lets changes of an event's keys follow one another; false when there is no such event. */
export async function lockEventForKeys(runner: Runner, event: EventRef): Promise<boolean> {
  return (await runner.run(lockEvent, paramsOf(event))).length === 1;
}
