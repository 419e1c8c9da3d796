import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type {
  CreatedDelivery,
  DriverJob,
  Input,
  Operations,
  SyncEvent,
  SyncResult,
} from '@cottontree/contract';
import { parcel } from './parcel.ts';
import type { TestMerchant, TestService } from './service.ts';

/** What a courier does to a job. */
export type StepName =
  | 'arriveAtStop'
  | 'verifyCode'
  | 'pickUpParcel'
  | 'departWithParcel'
  | 'deliverParcel'
  | 'keepProof'
  | 'recordAttempt'
  | 'failJob';
type AnyStep = (input: object) => Promise<{ readonly data: DriverJob }>;

/** A courier with a shop that gives him parcels. */
export type Ride = {
  readonly driverId: string;
  readonly client: Client;
  /** A delivery that this courier has. */
  readonly job: (fields?: object) => Promise<CreatedDelivery>;
  readonly take: <Name extends StepName>(
    name: Name,
    jobNumber: string,
    body?: Input<Operations[Name]>['body'],
  ) => Promise<DriverJob>;
  readonly get: (jobNumber: string) => Promise<DriverJob>;
  readonly sync: (events: readonly SyncEvent[], more?: boolean) => Promise<readonly SyncResult[]>;
  readonly statusOf: (jobNumber: string) => Promise<string>;
};

export async function startRide(
  service: TestService,
  shop: TestMerchant,
  name = 'Mohamed Kamara',
): Promise<Ride> {
  const { id: driverId, client } = await service.courier(name);
  return {
    driverId,
    client,
    async job(fields = {}) {
      const { data } = await shop.client.createDelivery({
        body: { ...parcel, recipient_name: 'Fatmata Koroma', pickup_contact_phone: '076 123456', ...fields },
      });
      await shop.client.assignDelivery({
        params: { jobNumber: data.job_number },
        body: { driver_id: driverId },
      });
      return data;
    },
    async take(name, jobNumber, body) {
      return (await (client[name] as unknown as AnyStep)({ params: { jobNumber }, body: body ?? {} })).data;
    },
    get: async (jobNumber) => (await client.getJob({ params: { jobNumber } })).data,
    sync: async (events, more = false) =>
      (await client.syncJobs({ body: { events: [...events], more } })).data.results,
    statusOf: async (jobNumber) => (await shop.client.getDelivery({ params: { jobNumber } })).data.status,
  };
}

/** An event as a phone records it. */
export function recorded(
  kind: SyncEvent['kind'],
  jobNumber: string,
  fields: Partial<SyncEvent> & { readonly occurred_at: string },
): SyncEvent {
  return { ...fields, client_id: fields.client_id ?? randomUUID(), kind, job_number: jobNumber };
}
