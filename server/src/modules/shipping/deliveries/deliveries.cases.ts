import { parcel } from '../../../../test/kit/parcel.ts';
import type { InputGiven } from '../../../../test/kit/probe.ts';
import { jobsOf } from '../../../../test/kit/repeatable/jobs-of.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const CSV = 'pickup_city,delivery_city,delivery_address\nBo,Bo,1 Main Road\n';

/** What a merchant sends about parcels, addresses, keys and clocks. */
export function requests(stage: () => RepeatStage): Repeatables {
  const { jobIn, at } = jobsOf(stage);
  const newKey = async (): Promise<string> =>
    (await stage().shop.client.createKey({ body: { name: 'Till' } })).data.id;
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
