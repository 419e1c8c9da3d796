import type { Context } from '../../../kernel/call/context.ts';
import type { Runner } from '../../../store/index.ts';
import { addFirstEventKey, listEventKeyRows, type EventKeyRow, type EventRef } from './event-keys.queries.ts';
import { makeEventKey } from './make-event-key.ts';

/** The event's keys, with the first made now where it had none. */
export async function ensureEventKeys(
  runner: Runner,
  context: Pick<Context, 'vault' | 'world'>,
  event: EventRef,
): Promise<readonly EventKeyRow[]> {
  const known = await listEventKeyRows(runner, event);
  if (known.length > 0) return known;
  await addFirstEventKey(runner, event, makeEventKey(context, context.world.now()));
  return listEventKeyRows(runner, event);
}

/** The number of the key that signs now. */
export async function ensureEventKey(
  runner: Runner,
  context: Pick<Context, 'vault' | 'world'>,
  event: EventRef,
): Promise<number> {
  const current = (await ensureEventKeys(runner, context, event)).findLast(
    (key) => key.retired_at === null && key.revoked_at === null,
  );
  if (!current) throw new Error(`The event ${event.eventId} has no key that signs.`);
  return current.kid;
}
