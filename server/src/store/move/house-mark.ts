import type { Client } from 'pg';

/** Written into a database by a move: `arriving` while it is filled, `left` once all writes go elsewhere. */
export type HouseMark = {
  readonly move_id: string;
  readonly state: 'arriving' | 'left';
  /** Where the rows are now, in words without a password. */
  readonly place: string;
};

/** Made by a move alone; not restored, copied or backed up. */
export const MARK_TABLE = 'moved_house';

/** Why a database that a move has marked is not served, with what to do about it. */
export class MovedAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MovedAway';
  }
}

export async function readMark(client: Client): Promise<HouseMark | null> {
  const known = await client.query<{ readonly known: boolean }>(
    `SELECT to_regclass('${MARK_TABLE}') IS NOT NULL AS known`,
  );
  if (!known.rows[0]?.known) return null;
  const { rows } = await client.query<HouseMark>(`SELECT move_id, state, place FROM ${MARK_TABLE}`);
  return rows[0] ?? null;
}

/** Refuses a database from which a move has led away, or which one has not yet filled. */
export async function refuseMarked(client: Client): Promise<void> {
  const mark = await readMark(client);
  if (mark?.state === 'left')
    throw new MovedAway(
      `This database moved to ${mark.place}, and what is in it is old: start with that one. Nothing was changed here.`,
    );
  if (mark !== null)
    throw new MovedAway(
      'This database is the unfinished copy of a move ("cottontree move") and does not serve: start with the database that was moved from, and run the move again.',
    );
}

export async function writeMark(client: Client, { move_id, state, place }: HouseMark): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${MARK_TABLE} (move_id text NOT NULL, state text NOT NULL, place text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
  );
  await client.query(`DELETE FROM ${MARK_TABLE}`);
  await client.query(`INSERT INTO ${MARK_TABLE} (move_id, state, place) VALUES ($1, $2, $3)`, [
    move_id,
    state,
    place,
  ]);
}

export async function removeMark(client: Client): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${MARK_TABLE}`);
}
