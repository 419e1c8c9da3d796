/** How far a server's log goes, in bytes since its beginning, and whose log it is. */
export type LogPosition = {
  /** Of the cluster; all physical copies have the same. */
  readonly system: string;
  /** One more with each promotion. */
  readonly timeline: number;
  readonly bytes: bigint;
};

/** What a server says of itself; its position is what it has replayed. */
export type ReplicaStanding = LogPosition & {
  readonly standby: boolean;
  /** Whether the user may see at once that the server follows another timeline, rather than at its next restartpoint. */
  readonly seesTimeline: boolean;
};

/** Sends one query as the user of a connection. */
type Ask = (query: {
  readonly text: string;
}) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** Why nothing is read from a server. */
export type Unfit = 'primary' | 'other system' | 'other timeline' | 'behind';

/** Thrown before anything was read. */
export class NotFit extends Error {
  readonly reason: Unfit;
  constructor(reason: Unfit, name: string) {
    super(`The replica ${name} ${unfitText[reason]}.`);
    this.name = 'NotFit';
    this.reason = reason;
  }
}

export const unfitText: Readonly<Record<Unfit, string>> = {
  primary: 'is no standby: it takes writes itself',
  'other system': 'is not a copy of this database: its system identifier is another',
  'other timeline': 'follows another timeline than the primary is on',
  behind: 'has not replayed yet what was acknowledged',
};

/**
 * The receiver of the log knows the timeline at once, where the user may look; else it is that of the last restartpoint,
 * which may be an earlier one and so errs on the safe side.
 */
const STANDING_SQL = `SELECT pg_is_in_recovery() AS standby, (SELECT system_identifier::text FROM pg_control_system()) AS system,
  coalesce((SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint())) AS timeline,
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text AS bytes,
  pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS sees_timeline`;

/** Where a server says that it stands. */
export async function readStanding(ask: Ask): Promise<ReplicaStanding> {
  const [row] = (await ask({ text: STANDING_SQL })).rows;
  if (!row) throw new Error('The replica says nothing of itself.');
  return {
    standby: row['standby'] === true,
    system: String(row['system']),
    timeline: Number(row['timeline']),
    bytes: BigInt(String(row['bytes'])),
    seesTimeline: row['sees_timeline'] === true,
  };
}

/** Null for a standby of this very primary that has everything up to the position. */
export function whyUnfit(standing: ReplicaStanding, primary: LogPosition): Unfit | null {
  if (standing.system !== primary.system) return 'other system';
  if (!standing.standby) return 'primary';
  if (standing.timeline !== primary.timeline) return 'other timeline';
  return standing.bytes < primary.bytes ? 'behind' : null;
}
