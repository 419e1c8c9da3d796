import type { TestService } from './service.ts';

/** What the nodes tell each other about load and what keys leave behind by being used: no effect of any request. */
const RESTLESS: ReadonlySet<string> = new Set([
  'nodes',
  'rate_usage',
  'webhook_senders',
  'request_bodies',
  'request_log',
]);

/** Every table with a checksum of all its rows, to show that nothing has changed. */
export async function fingerprint(service: TestService): Promise<Readonly<Record<string, string>>> {
  const text = texts.get(service) ?? (await fingerprintText(service));
  texts.set(service, text);
  const prints = await service.query({ name: 'fingerprint', text });
  return Object.fromEntries(prints.map(({ name, print }) => [String(name), String(print)]));
}

const texts = new WeakMap<TestService, string>();

/** One statement for all tables, for it is planned once and asked hundreds of times. */
async function fingerprintText(service: TestService): Promise<string> {
  const tables = await service.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  return tables
    .map(({ relname }) => String(relname))
    .filter((name) => !RESTLESS.has(name))
    .map(
      (name) =>
        `SELECT '${name}' AS name, (SELECT count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM "${name}" t) AS print`,
    )
    .join(' UNION ALL ');
}
