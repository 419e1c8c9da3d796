import { statusesOf } from '../statuses.ts';

export const packageSizes = Object.freeze(['small', 'medium', 'large', 'xlarge'] as const);
export type PackageSize = (typeof packageSizes)[number];

export const serviceLevels = Object.freeze(['standard', 'express', 'scheduled'] as const);
export type ServiceLevel = (typeof serviceLevels)[number];

/** From the most specific kind of zone to the least. */
export const zoneKinds = Object.freeze(['area', 'town', 'city', 'district', 'country'] as const);
export type ZoneKind = (typeof zoneKinds)[number];

export const weekdays = Object.freeze(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const);
export type Weekday = (typeof weekdays)[number];

export const addressTypes = Object.freeze(['pickup', 'delivery', 'both'] as const);
export type AddressType = (typeof addressTypes)[number];

/** How well a place is known, from the best source to the weakest. */
export const locationQualities = Object.freeze(['driver_confirmed', 'pin', 'plus_code', 'zone'] as const);
export type LocationQuality = (typeof locationQualities)[number];

export const distanceSources = Object.freeze(['matrix', 'haversine', 'router'] as const);
export type DistanceSource = (typeof distanceSources)[number];

/** What a courier's way brings, in its order; each at most once a job. */
export const milestones = Object.freeze(['arrived_pickup', 'near', 'arrived_dropoff'] as const);
export type Milestone = (typeof milestones)[number];

export const codStatuses = /* @__PURE__ */ statusesOf('cod');
export type CodStatus = (typeof codStatuses)[number];

export const undeliverableActions = Object.freeze(['return', 'hold', 'dispose'] as const);
export type UndeliverableAction = (typeof undeliverableActions)[number];

export const etaQualities = Object.freeze(['live', 'planned', 'stale'] as const);
export type EtaQuality = (typeof etaQualities)[number];

/** What a merchant should know about a delivery that was made nevertheless. */
export const deliveryWarnings = Object.freeze(['RECIPIENT_PHONE_MISSING', 'CATCH_ALL_ZONE'] as const);

/** The two ends of a delivery, as warnings name them. */
export const deliveryEnds = Object.freeze(['pickup', 'destination'] as const);
export type DeliveryEnd = (typeof deliveryEnds)[number];
