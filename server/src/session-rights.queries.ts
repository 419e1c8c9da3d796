import { statement, type Runner } from './store/index.ts';

/** The program's own sessions, whatever role their statements take: what `RESET ROLE` would lead back to. */
const rights = statement({
  name: 'server.sessionRights',
  params: {},
  row: { name: 'text', is_superuser: 'bool', bypasses: 'bool', owns: 'bool' },
  sql: `SELECT r.rolname::text AS name, r.rolsuper AS is_superuser, r.rolbypassrls AS bypasses, pg_has_role(r.oid, c.relowner, 'MEMBER') AS owns
        FROM pg_roles r, pg_class c WHERE r.rolname = session_user AND c.oid = 'merchants'::regclass`,
});

export type SessionRights = {
  readonly name: string;
  /** What it may beyond its work, in words; null: nothing. */
  readonly excess: string | null;
};

/** As whom the program is logged in, and what of that one wall between merchants does not hold. */
export async function readSessionRights(system: Runner): Promise<SessionRights> {
  const [row] = await system.run(rights, {});
  if (!row) throw new Error('The database does not tell who is logged in.');
  const { name, is_superuser, bypasses, owns } = row;
  const found = [
    is_superuser ? 'is a superuser' : null,
    bypasses && !is_superuser ? 'bypasses row-level security' : null,
    owns && !is_superuser ? 'owns the tables' : null,
  ].filter((part) => part !== null);
  return {
    name,
    excess:
      found.length === 0
        ? null
        : `The program is logged in to the database as ${name}, who ${found.join(' and ')}: only the role that each statement takes keeps merchants apart. Name cottontree_session in DATABASE_URL and ${name} in DATABASE_DIRECT_URL; docs/operating.md, "Who the program is in the database", says how.`,
  };
}
