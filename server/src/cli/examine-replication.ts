import type { Finding } from './finding.ts';
import type { readReplication } from './database-facts.queries.ts';

export type Replication = NonNullable<Awaited<ReturnType<typeof readReplication>>>;

const ASYNCHRONOUS =
  'a failover loses what was acknowledged and has not arrived there. Set synchronous_standby_names, such as ANY 1 (one, two), to lose nothing.';
/** What waits for nobody, or for a standby that has it in memory alone. */
const WEAK_COMMITS: Readonly<Record<string, string>> = {
  local: 'synchronous_commit is local, so no write waits for a standby: set it to on',
  remote_write:
    'synchronous_commit is remote_write, so a standby whose machine dies with the primary loses writes: set it to on',
};

/** Whether what was acknowledged outlives the machine of the primary, and what it waits for. */
export function examineReplication({ wanted, commits, may_look: mayLook, standbys }: Replication): Finding {
  const check = 'replication';
  if (!mayLook && standbys.length > 0)
    return {
      check,
      state: 'warning',
      message: `${standbys.length} standbys, but this user may not see how they follow: GRANT pg_read_all_stats to it.`,
    };
  if (wanted === '') return examineAsynchronous(standbys);
  const waitsFor = countIn(wanted);
  const following = standbys.filter(
    ({ state, sync_state: kind }) => state === 'streaming' && kind !== 'async',
  );
  const told = `synchronous_standby_names is ${wanted}; ${following.length === 0 ? 'none of them follows' : `${list(following)}`}`;
  if (following.length < waitsFor)
    return {
      check,
      state: 'bad',
      message: `${told}. Every write waits until ${waitsFor === 1 ? 'one does' : `${waitsFor} do`}.`,
    };
  const weak = WEAK_COMMITS[commits];
  if (weak !== undefined) return { check, state: 'warning', message: `${told}. ${weak}.` };
  if (following.length === waitsFor)
    return {
      check,
      state: 'warning',
      message: `${told}. Nothing acknowledged is lost with the primary, but when one more standby is gone, every write waits.`,
    };
  return { check, state: 'ok', message: `${told}. Nothing acknowledged is lost with the primary.` };
}

function examineAsynchronous(standbys: Replication['standbys']): Finding {
  const check = 'replication';
  if (standbys.length === 0)
    return {
      check,
      state: 'ok',
      message: 'no standby follows: what was written since the last backup is lost with this machine',
    };
  return { check, state: 'warning', message: `asynchronous, ${list(standbys)}: ${ASYNCHRONOUS}` };
}

/** How many must have a write before it is acknowledged: the number in `ANY 2 (…)`, `FIRST 2 (…)` or `2 (…)`, else one. */
function countIn(wanted: string): number {
  return Number(/^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(wanted)?.[1] ?? 1);
}

function list(standbys: Replication['standbys']): string {
  return standbys
    .map(
      ({ name, state, sync_state: kind, lag_bytes: bytes }) =>
        `${name} (${kind ?? 'unknown'}${state === 'streaming' ? '' : `, ${state ?? 'unknown'}`}) lags by ${bytes ?? 'unknown'} bytes`,
    )
    .join(', ');
}
