import { formatOptionalTime, formatTime, type ApiKey } from '@cottontree/contract';
import type { KeyRecord } from './keys.queries.ts';

/** A key as the API shows it: everything but the key itself. */
export function presentKey(record: KeyRecord): ApiKey {
  return {
    ...record,
    scopes: [...record.scopes],
    origins: [...record.origins],
    ip_ranges: [...record.ip_ranges],
    created_at: formatTime(record.created_at),
    expires_at: formatOptionalTime(record.expires_at),
    revoked_at: formatOptionalTime(record.revoked_at),
    last_used_at: formatOptionalTime(record.last_used_at),
  };
}
