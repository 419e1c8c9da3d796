import { formatOptionalTime, formatTime, type Address } from '@cottontree/contract';
import type { ShownAddressRow } from './addresses.queries.ts';

/** A saved address as its merchant sees it. */
export function presentAddress(row: ShownAddressRow): Address {
  return {
    id: row.id,
    label: row.label,
    address: row.address,
    city: row.city,
    landmark: row.landmark,
    lat: row.lat,
    lng: row.lng,
    plus_code: row.plus_code,
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    instructions: row.instructions,
    type: row.type,
    is_default: row.is_default,
    zone: { id: row.zone_id, code: row.zone_code, name: row.zone_name },
    location_quality: row.location_quality,
    delivery_count: row.delivery_count,
    last_used_at: formatOptionalTime(row.last_used_at),
    created_at: formatTime(row.created_at),
    version: row.version,
    livemode: row.livemode,
  };
}
