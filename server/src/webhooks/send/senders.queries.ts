import { statement, type Runner } from '../../store/index.ts';

/** Nodes agree on the database's clock, for their own may differ. */
const greet = statement({
  name: 'webhooks.greetSenders',
  params: { sender_id: 'text', alive_ms: 'int4' },
  row: { id: 'text' },
  sql: `WITH here AS (
          INSERT INTO webhook_senders (id, seen_at) VALUES (:sender_id, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()
        ), gone AS (
          DELETE FROM webhook_senders WHERE seen_at < now() - interval '10 minutes' AND id <> :sender_id
        )
        SELECT id FROM webhook_senders WHERE id <> :sender_id AND seen_at > now() - :alive_ms::int4 * interval '1 millisecond'`,
});

const leave = statement({
  name: 'webhooks.leaveSenders',
  params: { sender_id: 'text' },
  row: { id: 'text' },
  sql: 'DELETE FROM webhook_senders WHERE id = :sender_id RETURNING id',
});

/** Says that this node sends; answers who else does. */
export async function greetSenders(
  system: Runner,
  senderId: string,
  aliveMs: number,
): Promise<readonly string[]> {
  return (await system.run(greet, { sender_id: senderId, alive_ms: aliveMs })).map((row) => row.id);
}

export async function leaveSenders(system: Runner, senderId: string): Promise<void> {
  await system.run(leave, { sender_id: senderId });
}
