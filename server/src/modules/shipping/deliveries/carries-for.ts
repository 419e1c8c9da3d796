import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { CourierOwner } from './driver-choice.queries.ts';

/** The one rule of who carries for whom, as `courier_carries` has it in SQL: the platform's couriers for every merchant, a rider for the own merchant; each in the mode they are for. */
export function carriesFor(
  { owner_id: owner, owner_mode: mode }: CourierOwner,
  { merchantId, livemode }: Tenant,
): boolean {
  return (owner === null || owner === merchantId) && (mode === null || mode === livemode);
}
