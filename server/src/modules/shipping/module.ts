import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Coalesced } from '../../store/index.ts';
import type { PhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import type { AddressKey, AddressRow } from './addresses/addresses.queries.ts';
import type { ZoneIndex } from './coverage/compile-zones.ts';
import type { JobKey, TrackedRow } from './deliveries/deliveries.queries.ts';
import type { ParcelRow } from './deliveries/recipient/parcels.queries.ts';
import type { DeliveryToInsert, Inserted } from './deliveries/new-deliveries.queries.ts';
import type { RateCard } from './pricing/rate-card.ts';
import type { Router } from './pricing/create-router.ts';
import type { DeliveryWatch } from './deliveries/tracking/watch-deliveries.ts';

/** Where couriers go and what it costs, as published now. */
export type ServiceMap = {
  readonly zones: ZoneIndex;
  readonly card: RateCard;
  /** Whether anybody carries for a merchant in a mode. */
  readonly hasCourierFor: (tenant: Tenant) => boolean;
};

/** A delivery as the statement that creates it takes it. */
export type NewDelivery = {
  readonly key: JobKey;
  readonly columns: DeliveryToInsert;
};

/** What the operations of shipping share. */
export type Shipping = Context & {
  readonly map: () => ServiceMap;
  readonly readTracked: Coalesced<JobKey, TrackedRow | undefined>;
  /** The parcel behind the token of a tracking link, whatever its merchant. */
  readonly findByToken: Coalesced<string, ParcelRow | undefined>;
  /** Tells of changes as they come. */
  readonly watch: DeliveryWatch;
  readonly insertOne: Coalesced<NewDelivery, Inserted>;
  readonly findPlace: Coalesced<AddressKey, AddressRow | undefined>;
  /** Reads zones and the rate card again. */
  readonly refreshMap: () => Promise<void>;
  /** A published card by its version, in force or not. */
  readonly findCard: (version: number) => Promise<RateCard | null>;
  readonly router: Router;
  /** By which recipients pay what a courier would collect. */
  readonly payments: PaymentPort;
  readonly photos: PhotoEncoder;
  /** How papers look. */
  readonly papers: PaperBrands;
};
