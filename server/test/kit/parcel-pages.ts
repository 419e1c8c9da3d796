import type { CreatedDelivery } from '@cottontree/contract';
import { startService, type TestMerchant, type TestService } from './service.ts';

type ToStatus = 'assigned' | 'picked_up' | 'in_transit' | 'delivered' | 'completed' | 'cancelled' | 'failed';

/** A shop whose customers look at pages. */
export type ParcelPages = AsyncDisposable & {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** Without a trailing slash. */
  readonly origin: string;
  /** A parcel in a status, and where its page is. */
  readonly parcel: (
    toStatus?: ToStatus | null,
    fields?: object,
  ) => Promise<CreatedDelivery & { readonly path: string }>;
  readonly advance: (jobNumber: string, toStatus: ToStatus) => Promise<void>;
  readonly statusOf: (jobNumber: string) => Promise<string>;
  /** Puts the courier of a parcel somewhere. */
  readonly place: (jobNumber: string, lat: number, lng: number) => Promise<void>;
};

const PARCEL = {
  pickup_city: 'Freetown',
  pickup_lat: 8.4844,
  pickup_lng: -13.2344,
  delivery_city: 'Lumley',
  delivery_address: '27 Freetown Road, second floor',
  delivery_landmark: 'Lumley roundabout',
  delivery_lat: 8.4557,
  delivery_lng: -13.2704,
  recipient_name: 'Hawa Bangura',
  recipient_phone: '078 234567',
  pickup_contact_phone: '076 111222',
  cod_amount: 150.5,
};

/** Starts a service with a shop called Aminata Stores and a courier called Mohamed Kamara. */
export async function openParcelPages(): Promise<ParcelPages> {
  const service = await startService();
  const shop = await service.merchant({ name: 'Aminata Stores' });
  await service.driver('Mohamed Kamara');
  const advance = async (jobNumber: string, toStatus: ToStatus): Promise<void> =>
    void (await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: toStatus } }));
  return {
    service,
    shop,
    origin: service.server.baseUrl,
    advance,
    async parcel(toStatus = null, fields = {}) {
      const { data } = await shop.client.createDelivery({ body: { ...PARCEL, ...fields } });
      if (toStatus) await advance(data.job_number, toStatus);
      return { ...data, path: new URL(data.tracking_url).pathname };
    },
    statusOf: async (jobNumber) => (await shop.client.trackDelivery({ params: { jobNumber } })).data.status,
    async place(jobNumber, lat, lng) {
      await service.query(
        `INSERT INTO driver_positions (driver_id, lat, lng, accuracy_m, recorded_at) SELECT driver_id, $2, $3, 12, clock_timestamp() FROM deliveries WHERE job_number = $1
         ON CONFLICT (driver_id) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, recorded_at = excluded.recorded_at`,
        [jobNumber, lat, lng],
      );
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
