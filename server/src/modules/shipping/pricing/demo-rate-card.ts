/**
 * The rate card a new installation starts with, in the form an operator edits. The figures are made up and are no
 * market research. Freetown and Lungi face each other across an estuary: the way is a ferry, so it has its own entry.
 */
export const demoRateCard = Object.freeze({
  note: 'Fictional figures to try the service with: not market research. Replace them before charging anyone.',
  version: 1,
  currency: 'SLE',
  time_zone: 'Africa/Freetown',
  base_fee: 25,
  included_km: 2,
  per_km: 4,
  included_kg: 3,
  per_kg: 2,
  min_fee: 25,
  step: 0.5,
  size_fees: { small: 0, medium: 5, large: 15, xlarge: 40 },
  express_fee: 20,
  insurance_percent: 1,
  cod_percent: 1.5,
  cod_min: 5,
  cod_max: null,
  cancel_fee: null,
  road_factor: 1.35,
  zone_road_factors: {},
  max_km: 600,
  minutes_per_km: 2,
  pickup_minutes: { standard: 45, express: 15 },
  surcharges: [],
  pairs: [
    { from: 'district:Western Area Urban', to: 'PL-LUN', distance_km: 26, base_fee: 60, minutes: 120 },
    { from: 'district:Western Area Rural', to: 'PL-LUN', distance_km: 45, base_fee: 60, minutes: 150 },
  ],
} as const);
