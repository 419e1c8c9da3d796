export type DispatcherLimits = {
  readonly healthy: { readonly youngMax: number; readonly oldMax: number };
  readonly suspect: { readonly youngMax: number; readonly oldMax: number };
  readonly oldAfterMs: number;
  /** Deliveries leased ahead of their sending, in all and for one endpoint. */
  readonly stockMax: number;
  readonly stockPerEndpoint: number;
  /** How long a delivery may wait here before it is given back: well within its lease. */
  readonly stockAgeMs: number;
  /** Requests of one merchant under way at once: those that have begun lately, and together with those that hang. */
  readonly perMerchant: { readonly youngMax: number; readonly max: number };
};

export const SENDER_LIMITS: DispatcherLimits = Object.freeze({
  healthy: { youngMax: 256, oldMax: 2_048 },
  suspect: { youngMax: 64, oldMax: 448 },
  oldAfterMs: 1_000,
  stockMax: 1_536,
  stockPerEndpoint: 512,
  stockAgeMs: 10_000,
  perMerchant: { youngMax: 192, max: 768 },
});
