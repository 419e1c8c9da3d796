import {
  formatOptionalTime,
  formatTime,
  type ScannerDevice,
  type ScannerDeviceStatus,
} from '@cottontree/contract';
import type { DeviceRow } from './devices.queries.ts';

/** A device as the API shows it at a moment. */
export function presentDevice(row: DeviceRow, now: Date): ScannerDevice {
  return {
    id: row.id,
    event_id: row.event_id,
    name: row.name,
    gate: row.gate,
    role: row.role,
    status: statusOf(row, now),
    paired_at: formatOptionalTime(row.paired_at),
    expires_at: formatTime(row.expires_at ?? row.pairing_expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    created_at: formatTime(row.created_at),
    livemode: row.livemode,
  };
}

function statusOf(
  { revoked_at, paired_at, expires_at, pairing_expires_at }: DeviceRow,
  now: Date,
): ScannerDeviceStatus {
  if (revoked_at !== null) return 'revoked';
  if ((expires_at ?? pairing_expires_at) <= now) return 'expired';
  return paired_at === null ? 'waiting' : 'paired';
}
