import { normaliseJobNumber, type Input, type Notice, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listTenantNotices } from './notices.queries.ts';
import type { Notices } from './open-notices.ts';
import { presentNotice } from './present-notice.ts';

/** Lists messages to people, newest first, also those that were not sent. */
export async function listNotices(
  { query }: Input<Operations['listNotices']>,
  { tenant, caller }: Call,
  room: Notices,
): Promise<Reply<readonly Notice[]>> {
  const page = readPage(query);
  const entity =
    query.job_number === undefined ? null : (normaliseJobNumber(query.job_number) ?? query.job_number);
  const { total, rows } = await listTenantNotices(room.store.slow(tenant), tenant, {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    entity,
  });
  const showing = { vault: room.vault, jobs: room.jobs, timeZone: caller.merchant.timeZone };
  return reply(
    shownRows(page, rows).map((row) => presentNotice(row, showing)),
    { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }) },
  );
}
