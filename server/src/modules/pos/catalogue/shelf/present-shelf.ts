import { formatTime } from '@cottontree/contract';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type { ShelfFields, ShelfStamps } from './shelf.queries.ts';

/** The last fields of everything in the catalogue. */
export function presentShelfFields(row: ShelfStamps & ShelfFields, { livemode }: Tenant) {
  return {
    is_active: row.is_active,
    position: row.position,
    metadata: row.metadata,
    livemode,
    version: row.version,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}
