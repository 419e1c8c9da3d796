import type { ScanPolicy } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findScanPolicy, type ScannedEventKey } from './devices.queries.ts';

/** An event's name and how its doors work; refuses where there is no such event. */
export async function requireEvent(
  { store }: Pick<Context, 'store'>,
  event: ScannedEventKey,
): Promise<{ readonly name: string; readonly policy: ScanPolicy }> {
  const found = await findScanPolicy(store.of(event.tenant), event);
  if (!found) throw eventNotFound(event.eventId);
  return { name: found.name, policy: found.scan_policy };
}
