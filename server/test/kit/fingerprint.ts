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
  const tables = await service.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  const prints: [string, string][] = [];
  for (const { relname } of tables) {
    const name = String(relname);
    if (RESTLESS.has(name)) continue;
    const [row] = await service.query(
      `SELECT count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print FROM "${name}" t`,
    );
    prints.push([name, String(row?.['print'])]);
  }
  return Object.fromEntries(prints);
}
