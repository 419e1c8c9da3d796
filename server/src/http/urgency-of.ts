import type { Operation } from '@cottontree/contract';
import type { Urgency } from './shed-load.ts';

/** How little an operation can wait. */
export function urgencyOf({ vital, list }: Operation): Urgency {
  if (vital) return 'vital';
  return list ? 'patient' : 'usual';
}
