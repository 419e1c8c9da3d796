import { formatOptionalTime, formatTime, type PlatformMerchant } from '@cottontree/contract';
import type { PlatformMerchantRow } from './merchants.queries.ts';

/** A merchant as operators see it. */
export function presentMerchant({
  suspended_reason: reason,
  suspended_by: by,
  suspended_at: at,
  members,
  created_at: createdAt,
  ...row
}: PlatformMerchantRow): PlatformMerchant {
  return {
    ...row,
    suspension: row.status === 'suspended' ? { reason, by, at: formatOptionalTime(at) } : null,
    members: Number(members),
    created_at: formatTime(createdAt),
  };
}
