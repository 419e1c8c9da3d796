import {
  formatOptionalTime,
  formatTime,
  orderStatusOf,
  toMajor,
  type Delivery,
  type DeliverySummary,
} from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { FACT_SECRET } from '../../../outbox/index.ts';
import type { PricingRecord } from '../pricing/pricing-record.ts';
import type { DeliveryRow, ListedRow } from './deliveries.queries.ts';
import { presentProof } from './proof.ts';
import { viewToken } from './view-token.ts';

/** Fields of a delivery that have columns of their own or follow from them. */
type Columns =
  | 'job_number'
  | 'transaction_id'
  | 'order_number'
  | 'store_name'
  | 'status'
  | 'order_status'
  | 'shipping_fee'
  | 'currency'
  | 'rate_card_version'
  | 'cod_amount'
  | 'cod_status'
  | 'pickup_verified'
  | 'delivery_verified'
  | 'driver'
  | 'estimated_pickup_at'
  | 'estimated_delivery_at'
  | 'created_at'
  | 'updated_at'
  | 'assigned_at'
  | 'picked_up_at'
  | 'in_transit_at'
  | 'delivered_at'
  | 'completed_at'
  | 'cancelled_at'
  | 'failed_at'
  | 'cancellation'
  | 'failure'
  | 'proof'
  | 'rating'
  | 'tracking_url'
  | 'version'
  | 'livemode';

/** What is kept of a delivery and never shown. */
type Hidden = {
  /** The fee of a late cancellation, in minor units. */
  readonly cancel_fee_minor: string;
  /** The cash amount that the fee was made with, where it has changed since; minor units. */
  readonly priced_cod_minor?: string;
  /** How the fee was made; jobs that were not priced by a card have none. */
  readonly pricing?: PricingRecord;
  /** When the courier first came to either end. */
  readonly arrivals?: { readonly pickup: string | null; readonly dropoff: string | null };
};

/** What is kept of a delivery beside its columns, mostly to be shown back. */
export type DeliveryDetails = Omit<DeliverySummary, Columns> & Hidden;

/** What links are made with. */
export type Linking = { readonly settings: Settings; readonly vault: Vault };

/** A delivery without its codes, and without the link that shows one. */
export function presentSummary(row: ListedRow, linking: Linking): DeliverySummary {
  const { settings } = linking;
  const {
    cancel_fee_minor: _fee,
    priced_cod_minor: _cash,
    pricing,
    arrivals: _arrivals,
    ...details
  } = detailsOf(row);
  const currency = row.currency;
  const status = row.status;
  return {
    job_number: row.job_number,
    transaction_id: row.transaction_id,
    order_number: row.order_number,
    store_name: row.store_name,
    status,
    order_status: orderStatusOf(status, details.kind),
    shipping_fee: toMajor(row.shipping_fee, currency),
    currency,
    rate_card_version: pricing?.rate_card_version ?? null,
    cod_amount: toMajor(row.cod_amount, currency),
    cod_status: row.cod_status,
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    driver: driverOf(row),
    estimated_pickup_at: formatOptionalTime(row.estimated_pickup_at),
    estimated_delivery_at: formatOptionalTime(row.estimated_delivery_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    assigned_at: formatOptionalTime(row.assigned_at),
    picked_up_at: formatOptionalTime(row.picked_up_at),
    in_transit_at: formatOptionalTime(row.in_transit_at),
    delivered_at: formatOptionalTime(row.delivered_at),
    completed_at: formatOptionalTime(row.completed_at),
    cancelled_at: formatOptionalTime(row.cancelled_at),
    failed_at: formatOptionalTime(row.failed_at),
    cancellation: row.cancellation,
    failure: row.failure,
    proof: presentProof(row, settings),
    rating: row.rating,
    tracking_url: trackingUrl(row.job_number, linking),
    version: row.version,
    livemode: row.livemode,
    // Last: an object that begins with a spread is a hundred times as slow to make.
    ...details,
  };
}

/** A delivery with its codes and its recipient's link, for the merchant it belongs to. */
export function presentDelivery(row: DeliveryRow, { settings, vault }: Linking): Delivery {
  const { tracking_url: _view, ...summary } = presentSummary(row, { settings, vault });
  return {
    pickup_code: vault.open(row.pickup_code, FACT_SECRET).toString('utf8'),
    delivery_code: vault.open(row.delivery_code, FACT_SECRET).toString('utf8'),
    tracking_url: recipientUrl(row.tracking_token, settings),
    ...summary,
  };
}

export function detailsOf(row: { readonly details: unknown }): DeliveryDetails {
  return row.details as DeliveryDetails;
}

/** The page on which anybody sees where a parcel is, who has the link. */
export function trackingUrl(jobNumber: string, { settings, vault }: Linking): string {
  return recipientUrl(viewToken(vault, jobNumber), settings);
}

/** The recipient's page, code and all: for the recipient's own message, and for answers that hold the code itself. */
export function recipientUrl(token: string, settings: Settings): string {
  return `${settings.publicUrl}/t/${token}`;
}

function driverOf(row: ListedRow): DeliverySummary['driver'] {
  if (row.driver_id === null || row.driver_name === null) return null;
  return {
    id: row.driver_id,
    name: row.driver_name,
    phone: row.driver_phone ?? '',
    vehicle_type: row.driver_vehicle_type ?? '',
    plate: row.driver_plate ?? '',
  };
}
