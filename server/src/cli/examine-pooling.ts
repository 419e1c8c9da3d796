import type { Runtime } from '../runtime.ts';
import type { Finding } from './finding.ts';

const SLOWER = 'each statement is read and planned anew, which costs: take PREPARED out';

/** What stands between the requests and the database; null where nothing can, as before the embedded one. */
export function examinePooling({
  pooling: { lends, keepsPrepared },
  config: { prepared, databaseUrl },
}: Pick<Runtime, 'pooling' | 'config'>): Finding | null {
  if (databaseUrl === null) return null;
  const what =
    lends === 'none' ? 'none: straight to PostgreSQL' : `one that lends a session for each ${lends}`;
  if (prepared)
    return {
      check: 'pooler',
      state: 'ok',
      message: lends === 'transaction' ? `${what} and keeps prepared statements` : what,
    };
  return keepsPrepared
    ? { check: 'pooler', state: 'warning', message: `${what}, yet PREPARED is off: ${SLOWER}.` }
    : {
        check: 'pooler',
        state: 'ok',
        message: `${what}; PREPARED is off, as it forgets prepared statements`,
      };
}
