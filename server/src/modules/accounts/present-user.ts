import { formatOptionalTime, formatTime, type User } from '@cottontree/contract';
import type { UserRecord } from './users.queries.ts';

/** A person of the platform as answers show one; the database holds only known roles and statuses. */
export function presentUser({
  id,
  email,
  name,
  role,
  status,
  created_at,
  last_signed_in_at,
}: UserRecord): User {
  return {
    id,
    email,
    name,
    role,
    status,
    created_at: formatTime(created_at),
    last_signed_in_at: formatOptionalTime(last_signed_in_at),
  };
}
