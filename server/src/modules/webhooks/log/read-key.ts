import { idTimeMs, isId } from '@cottontree/contract';
import type { DeliveryKey } from './webhook-deliveries.queries.ts';

/** Where the row of a message or delivery stands, as its id tells; null for what is no id of this kind. */
export function readKey(prefix: 'msg_' | 'wd_', id: string): DeliveryKey | null {
  return isId(prefix, id) ? { id, created_at: new Date(idTimeMs(prefix, id)) } : null;
}
