import type { Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const LOAD = {
  on_shift: 'bool',
  jobs: 'int4',
  cod_to_collect: 'numeric',
  jobs_max: 'int2',
  cash_in_hand: 'numeric',
  cash_limit: 'int8',
  vehicle_type: 'text',
  owner_id: 'text?',
} as const;

const lock = statement({
  name: 'couriers.lockLoad',
  params: { driver_id: 'text', merchant_id: 'text', livemode: 'bool' },
  row: LOAD,
  sql: `SELECT ${Object.keys(LOAD).join(', ')} FROM lock_driver_load(:driver_id, :merchant_id, :livemode)`,
});

export type LockedLoad = ValuesOf<typeof LOAD>;

/** What an active courier carries, with the shift locked until the transaction ends: whoever gives this courier a parcel comes through here. */
export async function lockCourierLoad(
  tx: Runner,
  driverId: string,
  tenant: Tenant,
): Promise<LockedLoad | undefined> {
  return (
    await tx.run(lock, { driver_id: driverId, merchant_id: tenant.merchantId, livemode: tenant.livemode })
  )[0];
}
