import type { EventWarning } from '@cottontree/contract';
import type { EventState } from './event-state.ts';

/** What of a published event may not be meant; nothing to say of any other. */
export function warningsOf(event: EventState, now: Date): { readonly warnings?: EventWarning[] } {
  if (event.status !== 'published') return {};
  const warnings: EventWarning[] = [];
  if (!event.types.some(({ status }) => status !== 'archived'))
    warnings.push({
      code: 'NO_TICKET_TYPES',
      message: 'The event is published and has no ticket types, so nothing can be bought.',
    });
  if (event.endDate <= now)
    warnings.push({
      code: 'ENDS_IN_THE_PAST',
      message: 'The event is published and its end_date lies in the past.',
    });
  return { warnings };
}
