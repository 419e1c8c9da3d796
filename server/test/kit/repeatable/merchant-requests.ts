import type { CreatedDelivery, DeliveryStatus } from '@cottontree/contract';
import { parcel } from '../parcel.ts';
import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

const CSV = 'pickup_city,delivery_city,delivery_address\nBo,Bo,1 Main Road\n';

/** What a merchant sends about parcels, addresses, keys and clocks. */
export function merchantRequests(stage: () => RepeatStage): Repeatables {
  const { jobIn, at } = jobsOf(stage);
  const newKey = async (): Promise<string> =>
    (await stage().shop.client.createKey({ body: { name: 'Till' } })).data.id;
  const claimed = async () =>
    (
      await stage().shop.client.createClaim({
        body: { job_number: (await jobIn('delivered')).job_number, type: 'overcharged', amount: 1 },
      })
    ).data.id;
  async function importing(): Promise<InputGiven> {
    const { key, client } = await stage().newShop();
    return { key, params: { id: (await client.createImport({ body: { csv: CSV } })).data.id ?? '' } };
  }
  let made = 0;
  return {
    createDelivery: { request: async () => ({ body: parcel }), other: { ...parcel, weight_kg: 9 } },
    verifyHandoff: {
      request: async () => {
        const job = await jobIn('assigned');
        return { params: { jobNumber: job.job_number }, body: { type: 'pickup', code: job.pickup_code } };
      },
      other: { type: 'delivery', code: '493817' },
    },
    cancelDelivery: {
      request: async () => ({ ...(await at('pending')), body: {} }),
      other: { reason: 'duplicate' },
    },
    reissueCode: {
      request: async () => ({ ...(await at('pending')), body: { type: 'pickup' } }),
      other: { type: 'delivery' },
    },
    returnDelivery: { request: () => at('failed') },
    redeliverDelivery: {
      request: async () => ({ ...(await at('failed')), body: {} }),
      other: { delivery_landmark: 'Blue gate' },
    },
    rateDelivery: {
      request: async () => ({ ...(await at('delivered')), body: { stars: 5 } }),
      other: { stars: 4 },
    },
    resendCode: { request: () => at('picked_up') },
    eraseRecipient: {
      request: async () => ({ body: { phone: `+23277${String((made += 1)).padStart(6, '0')}` } }),
      other: { phone: '+23277999999' },
    },
    saveAddress: {
      request: async () => ({ body: { address: `${(made += 1)} Main Road`, city: 'Bo' } }),
      other: { address: 'Elsewhere', city: 'Bo' },
    },
    createImport: {
      request: async () => ({ key: (await stage().newShop()).key, body: { csv: CSV } }),
      other: { csv: `${CSV}Bo,Bo,2 Main Road\n` },
    },
    cancelImport: { request: importing },
    createKey: { request: async () => ({ body: { name: 'Till' } }), other: { name: 'Other' } },
    rotateKey: {
      request: async () => ({ params: { id: await newKey() }, body: {} }),
      other: { overlap_hours: 1 },
    },
    createClaim: {
      request: async () => ({
        body: { job_number: (await jobIn('delivered')).job_number, type: 'overcharged', amount: 1 },
      }),
      other: { job_number: 'SHP-0000-0000', type: 'overcharged', amount: 1 },
    },
    withdrawClaim: { request: async () => ({ params: { id: await claimed() } }) },
    advanceDelivery: {
      request: async () => ({ ...(await at('pending')), body: { to_status: 'assigned' } }),
      other: { to_status: 'delivered' },
    },
    createTestClock: {
      request: async () => ({ key: (await stage().newShop()).key, body: { now: '2027-01-01' } }),
      other: { now: '2027-02-01' },
    },
    advanceTestClock: {
      request: async () => ({
        params: { id: (await stage().shop.client.createTestClock()).data.id },
        body: { seconds: 60 },
      }),
      other: { seconds: 61 },
    },
  };
}

type Path = { readonly params: { readonly jobNumber: string } };
export type Jobs = {
  readonly jobIn: (status: DeliveryStatus) => Promise<CreatedDelivery>;
  readonly at: (status: DeliveryStatus) => Promise<Path>;
};

/** New deliveries of the shop in any status; what fails has its parcel on board. */
export function jobsOf(stage: () => RepeatStage): Jobs {
  async function jobIn(status: DeliveryStatus): Promise<CreatedDelivery> {
    const { client } = stage().shop;
    const { data } = await client.createDelivery({ body: parcel });
    for (const to_status of status === 'failed' ? (['in_transit', status] as const) : [status])
      await client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status } });
    return data;
  }
  return { jobIn, at: async (status) => ({ params: { jobNumber: (await jobIn(status)).job_number } }) };
}
