import {
  exactTexts,
  formatOptionalTime,
  formatTime,
  toMajor,
  type Currency,
  type DispatchDriver,
} from '@cottontree/contract';
import type { DriverOnBoard } from './dispatch-drivers.queries.ts';

/** A courier as a dispatcher sees him; amounts are in the money of the rate card. */
export function presentDriver(row: DriverOnBoard, currency: Currency): DispatchDriver {
  const { lat, lng, recorded_at: recordedAt } = row;
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    vehicle_type: row.vehicle_type,
    plate: row.plate,
    active: row.active,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    jobs_max: row.jobs_max,
    cash_limit: toMajor(row.cash_limit, currency),
    cash_in_hand: toMajor(row.cash_in_hand, currency),
    exact: exactTexts({ cash_in_hand: row.cash_in_hand }, currency),
    jobs: Number(row.jobs),
    online_since: formatOptionalTime(row.online_since),
    location:
      lat === null || lng === null || recordedAt === null
        ? null
        : { lat, lng, accuracy_m: row.accuracy_m, recorded_at: formatTime(recordedAt) },
    created_at: formatTime(row.created_at),
  };
}
