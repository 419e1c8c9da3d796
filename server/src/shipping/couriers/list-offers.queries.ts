import type { Currency, DeliveryKind } from '@cottontree/contract';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const OFFERED = {
  offer_id: 'text?',
  expires_at: 'timestamptz?',
  livemode: 'bool',
  job_number: 'text',
  kind: text<DeliveryKind>(),
  store_name: 'text',
  currency: text<Currency>(),
  shipping_fee: 'int8',
  cod_amount: 'int8',
  details: 'jsonb',
  lat: 'float8?',
  lng: 'float8?',
  fee_share_percent: 'int2?',
} as const;

/**
 * What a courier on shift may take: offers made to them, and of the test deliveries that wait and that
 * nobody searches a courier for, the newest, as long as this courier has not declined them or given them back.
 */
const list = statement({
  name: 'offers.list',
  params: { driver_id: 'text', now: 'timestamptz', open_rows_max: 'int4' },
  row: OFFERED,
  sql: `WITH courier AS (
          SELECT v.id, v.merchant_id AS owner_id, v.livemode AS owner_mode, v.fee_share_percent, p.lat, p.lng FROM drivers v LEFT JOIN driver_positions p ON p.driver_id = v.id
          WHERE v.id = :driver_id AND EXISTS (SELECT FROM driver_shifts s WHERE s.driver_id = v.id AND s.ended_at IS NULL)
        ), made AS (
          SELECT o.merchant_id, o.livemode, o.job_number, o.id, o.expires_at FROM offers o JOIN courier c ON c.id = o.driver_id
          WHERE o.status = 'open' AND (o.expires_at IS NULL OR o.expires_at > :now)
        ), waiting AS (
          (SELECT d.merchant_id, d.livemode, d.job_number, d.created_at FROM courier c, deliveries d
           WHERE d.status = 'pending' AND NOT d.livemode AND d.simulation IS NULL AND courier_carries(c.owner_id, c.owner_mode, d.merchant_id, d.livemode)
             AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
             AND NOT EXISTS (SELECT FROM offers o WHERE o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = d.job_number AND o.driver_id = :driver_id)
           ORDER BY d.created_at DESC LIMIT :open_rows_max::int4)
          UNION ALL
          (SELECT d.merchant_id, d.livemode, d.job_number, d.created_at FROM courier c, deliveries d
           WHERE d.status = 'assigned' AND d.driver_id IS NULL AND NOT d.livemode AND d.simulation IS NULL AND courier_carries(c.owner_id, c.owner_mode, d.merchant_id, d.livemode)
             AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
             AND NOT EXISTS (SELECT FROM offers o WHERE o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = d.job_number AND o.driver_id = :driver_id)
           ORDER BY d.created_at DESC LIMIT :open_rows_max::int4)
        ), offered AS (
          SELECT merchant_id, livemode, job_number, id, expires_at FROM made UNION ALL SELECT merchant_id, livemode, job_number, NULL, NULL FROM waiting
        )
        SELECT f.id AS offer_id, f.expires_at, d.livemode, d.job_number, d.kind, d.store_name, d.currency, d.shipping_fee, d.cod_amount, d.details, c.lat, c.lng, c.fee_share_percent
        FROM offered f JOIN deliveries d USING (merchant_id, livemode, job_number) CROSS JOIN courier c
        WHERE d.status = 'pending' OR (d.status = 'assigned' AND d.driver_id IS NULL)
        ORDER BY d.livemode DESC, f.expires_at, d.created_at DESC, d.job_number`,
});

export type OfferedRow = ValuesOf<typeof OFFERED>;

/** Everything on offer to this courier now; `openRowsMax` of each kind of open test delivery at the most. */
export async function listOffered(
  system: Runner,
  driverId: string,
  { now, openRowsMax }: { readonly now: Date; readonly openRowsMax: number },
): Promise<readonly OfferedRow[]> {
  return system.run(list, { driver_id: driverId, now, open_rows_max: openRowsMax });
}
