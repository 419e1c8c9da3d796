import { normaliseJobNumber, type Input, type Operations } from '@cottontree/contract';
import { listMeta, rowsWanted, shownRows, type Page } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { ClaimRow, ClaimsWanted } from './claims.queries.ts';

/** What a list of claims asks for. */
export function readClaimsWanted(query: Input<Operations['listClaims']>['query'], page: Page): ClaimsWanted {
  const jobNumber =
    query.job_number === undefined ? null : (normaliseJobNumber(query.job_number) ?? query.job_number);
  return {
    status: query.status ?? null,
    type: query.type ?? null,
    jobNumber,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  };
}

/** A page of claims as it is answered. */
export function replyClaims<T>(
  page: Page,
  { total, rows }: { readonly total: number; readonly rows: readonly ClaimRow[] },
  present: (row: ClaimRow) => T,
): Reply<readonly T[]> {
  return reply(shownRows(page, rows).map(present), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
