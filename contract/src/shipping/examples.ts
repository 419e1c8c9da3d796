/** One parcel from Aminata Stores in central Freetown to Lumley, told through all examples. */
export const exampleJobNumber = 'SHP-7A9K-NZZK';
export const exampleOtherJobNumber = 'SHP-N1AE-SNQG';
export const exampleDriverId = 'drv_01m7yp4nvrfcdb9n4q14jz50jq';

export const exampleFreetownZone = {
  id: 'zone_01m7yp4wpgeqatsq2fjv3gatp4',
  code: 'FT-CBD',
  name: 'Central Freetown (Cotton Tree, Siaka Stevens St)',
};
export const exampleLumleyZone = { id: 'zone_01m7yp4xnre2xb5nr6feedz99p', code: 'FT-LUM', name: 'Lumley' };

export const exampleFee = {
  shipping_fee: 57.5,
  currency: 'SLE',
  fee_breakdown: [
    { code: 'base', label: 'Base fee', amount: 25 },
    { code: 'distance', label: '7.6 km beyond 2 km', amount: 30.4 },
    { code: 'cod', label: 'Cash on delivery', amount: 2 },
    { code: 'rounding', label: 'Rounding', amount: 0.1 },
  ],
};

export const exampleQuoteId = 'qt_RX779IWBiGg3KZpTiH3CNQAcEGfG6VEXytUxjSDfcOHTmrlgHpsa8Q';

export const exampleDriver = {
  id: exampleDriverId,
  name: 'Mohamed Kamara',
  phone: '+23276555014',
  vehicle_type: 'motorbike',
  plate: 'ALD 482',
};

export const exampleTimes = {
  created: '2026-11-21T09:14:00.000Z',
  assigned: '2026-11-21T09:17:42.118Z',
  pickup: '2026-11-21T09:45:00.000Z',
  delivery: '2026-11-21T10:20:00.000Z',
};

/** A new delivery without its codes. */
export const exampleDeliverySummary = {
  job_number: exampleJobNumber,
  transaction_id: 'txn_20261121_0042',
  order_number: 'ORD-1042',
  store_name: 'Aminata Stores',
  kind: 'delivery',
  original_job_number: null,
  related_jobs: [],
  status: 'pending',
  order_status: 'processing',
  ...exampleFee,
  rate_card_version: 1,
  quote_id: exampleQuoteId,
  pickup_address_id: 'adr_01m7yp4jy0ecrr6xxj687ag3x0',
  pickup_address: '14 Siaka Stevens Street',
  pickup_city: 'Freetown',
  pickup_landmark: 'Opposite the Cotton Tree',
  pickup_lat: 8.4863,
  pickup_lng: -13.2349,
  pickup_plus_code: '6CW8FQP8+G2',
  pickup_contact_name: 'Aminata Sesay',
  pickup_contact_phone: '+23276123456',
  pickup_instructions: null,
  pickup_zone: exampleFreetownZone,
  delivery_address_id: null,
  delivery_address: '27 Freetown Road',
  delivery_city: 'Lumley',
  delivery_landmark: 'Blue gate behind the police station',
  delivery_lat: null,
  delivery_lng: null,
  delivery_plus_code: null,
  delivery_instructions: 'Call from the junction.',
  delivery_zone: exampleLumleyZone,
  recipient_name: 'Fatmata Koroma',
  recipient_phone: '+23278234567',
  recipient_phone_alt: null,
  package_size: 'small',
  weight_kg: 1.5,
  declared_value: 400,
  package_description: 'Two country-cloth shirts',
  fragile: false,
  items: [{ name: 'Country-cloth shirt', quantity: 2, price: 200, sku: 'CCS-M' }],
  cod_amount: 400,
  cod_status: 'to_collect',
  undeliverable_action: 'return',
  require_pickup_code: true,
  require_delivery_code: true,
  require_photo: false,
  require_signature: false,
  notify_recipient: true,
  pickup_verified: false,
  delivery_verified: false,
  driver: null,
  service_level: 'standard',
  pickup_window_start: null,
  pickup_window_end: null,
  delivery_window_start: null,
  delivery_window_end: null,
  estimated_pickup_at: exampleTimes.pickup,
  estimated_delivery_at: exampleTimes.delivery,
  created_at: exampleTimes.created,
  updated_at: exampleTimes.created,
  assigned_at: null,
  picked_up_at: null,
  in_transit_at: null,
  delivered_at: null,
  completed_at: null,
  cancelled_at: null,
  failed_at: null,
  cancellation: null,
  failure: null,
  proof: null,
  rating: null,
  tracking_url: 'https://ship.example.sl/t/UsT4d6hk7VGYh13ce1AcKw',
  version: 1,
  metadata: { till: 'front' },
  livemode: false,
};

/** The same delivery as its merchant sees it. */
export const exampleDelivery = { ...exampleDeliverySummary, pickup_code: '482193', delivery_code: '706158' };

/** The same delivery once a driver has it. */
export const exampleAssignedSummary = {
  ...exampleDeliverySummary,
  status: 'assigned',
  driver: exampleDriver,
  assigned_at: exampleTimes.assigned,
  updated_at: exampleTimes.assigned,
  version: 2,
};
