import { readHosts } from '../../src/store/hosts/read-hosts.ts';
import { findPgbouncer, openPgbouncer, type OpenPgbouncer, type Pgbouncer } from './pgbouncer.ts';

/** PgBouncer knows of prepared statements from here on. */
const KNOWS_PREPARED = [1, 21] as const;

const opened = new Map<string, Promise<OpenPgbouncer>>();

/** What a program is told of a database: how to reach it straight or, with `TEST_POOLER=1`, through PgBouncer in transaction mode, one for each of its servers. */
export async function waysTo(url: string | null): Promise<Readonly<Record<string, string>>> {
  const pooled = Boolean(process.env['TEST_POOLER']);
  // Nothing can stand before the embedded one; it is asked as if.
  if (url === null) return pooled ? { PREPARED: 'off' } : {};
  if (!pooled) return { DATABASE_URL: url };
  const program = await findPgbouncer();
  if (!program) throw new Error('TEST_POOLER wants PgBouncer, and none is installed here.');
  return throughPooler(url, await poolersOf(url, program), program);
}

/** The same through poolers that the test has opened, in the order of the servers. */
export function throughPooler(
  url: string,
  poolers: readonly OpenPgbouncer[],
  program: Pgbouncer,
): Readonly<Record<string, string>> {
  const [, name = '', search = ''] = /\/([^/?]*)(\?.*)?$/.exec(url.replace(/[^/]*@/, '')) ?? [];
  const wanted = new URLSearchParams(search).get('target_session_attrs');
  const several = wanted === null ? '' : `&target_session_attrs=${wanted}`;
  const host = poolers.map((pooler) => encodeURIComponent(pooler.host)).join(',');
  const [first] = poolers;
  return {
    DATABASE_URL: `postgresql://cottontree@/${name}?host=${host}&port=${first?.port ?? 0}${several}`,
    DATABASE_DIRECT_URL: url,
    ...(knowsPrepared(program) ? {} : { PREPARED: 'off' }),
  };
}

/** Settings with which a newer one keeps prepared statements. */
export function settingsOf(program: Pgbouncer): Readonly<Record<string, string>> {
  return knowsPrepared(program) ? { max_prepared_statements: '500' } : {};
}

function knowsPrepared({ version }: Pgbouncer): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > KNOWS_PREPARED[0] || (major === KNOWS_PREPARED[0] && minor >= KNOWS_PREPARED[1]);
}

async function poolersOf(url: string, program: Pgbouncer): Promise<readonly OpenPgbouncer[]> {
  const several = readHosts(url);
  const servers = several
    ? several.addresses.map(
        ({ host, port }) => `postgresql://cottontree@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
      )
    : [url.replace(/\/[^/?]*(\?|$)/, '/postgres$1')];
  return Promise.all(
    servers.map((server) => {
      const there =
        opened.get(server) ??
        openPgbouncer(program, server, { poolMode: 'transaction', settings: settingsOf(program) });
      opened.set(server, there);
      return there;
    }),
  );
}
