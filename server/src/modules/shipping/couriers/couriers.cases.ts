import type { CreatedDelivery } from '@cottontree/contract';
import { randomUUID } from 'node:crypto';
import { parcel } from '../../../../test/kit/parcel.ts';
import type { ProbeInput } from '../../../../test/kit/probe.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import { recorded } from '../../../../test/kit/ride.ts';
import { givePin } from '../../accounts/index.ts';

type Courier = Awaited<ReturnType<RepeatStage['service']['courier']>>;
type Way = 'assigned' | 'picked_up' | 'in_transit';
const PIN = '240791';
const CODELESS = { require_pickup_code: false, require_delivery_code: false };
const SIGNATURE = {
  signature_points: [
    [
      [0, 0],
      [10, 5],
    ],
  ],
};
/** Each try costs one of the few that guessing is limited to. */
const GUESSES_AT_ONCE = 4;

/** What couriers send. Each case has a courier of its own, so that none carries more than he may. */
export function requests(stage: () => RepeatStage): Repeatables {
  const nowMs = (): number => stage().service.server.runtime.context.world.now().getTime();

  async function signedInWithPin(): Promise<string> {
    const { service, shop } = stage();
    const { id, phone } = await service.courier();
    await givePin(service.server.modules.accounts, { driver: id, pin: PIN });
    return (await shop.client.signInDriver({ body: { phone, pin: PIN } })).data.token;
  }

  async function riding(
    status: Way,
    fields: object = {},
  ): Promise<{ readonly courier: Courier; readonly job: CreatedDelivery; readonly input: ProbeInput }> {
    const { client } = stage().shop;
    const courier = await stage().service.courier();
    const { data: job } = await client.createDelivery({ body: { ...parcel, ...fields } });
    const params = { jobNumber: job.job_number };
    await client.assignDelivery({ params, body: { driver_id: courier.id } });
    if (status !== 'assigned') await client.advanceDelivery({ params, body: { to_status: status } });
    return { courier, job, input: { key: courier.token, params } };
  }
  const step =
    (status: Way, body: object, fields: object = {}) =>
    async (): Promise<ProbeInput> => ({ ...(await riding(status, fields)).input, body });

  async function offered(): Promise<ProbeInput> {
    const courier = await stage().service.courier();
    await courier.client.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } });
    const { data } = await stage().shop.client.createDelivery({ body: parcel });
    const offers = (await courier.client.listOffers({ query: { limit: 100 } })).data;
    return {
      key: courier.token,
      params: { id: offers.find(({ job_number }) => job_number === data.job_number)?.id ?? '' },
    };
  }

  async function proven(): Promise<ProbeInput> {
    const { input, courier, job } = await riding('in_transit', CODELESS);
    await courier.client.keepProof({
      params: { jobNumber: job.job_number },
      body: {
        signature_points: [
          [
            [0, 0],
            [10, 5],
          ],
        ],
      },
    });
    return { ...input, body: { recipient_name: 'The neighbour' } };
  }

  async function holdingCash(): Promise<ProbeInput> {
    const { courier, job, input } = await riding('in_transit', { cod_amount: 40 });
    await stage().shop.client.verifyHandoff({
      params: { jobNumber: job.job_number },
      body: { type: 'delivery', code: job.delivery_code },
    });
    return { key: input.key ?? courier.token, body: { job_numbers: [job.job_number] } };
  }

  return {
    setShift: {
      request: async () => ({ key: (await stage().service.courier()).token, body: { online: true } }),
      other: { online: false },
    },
    sendLocations: {
      request: async () => {
        const courier = await stage().service.courier();
        await courier.client.setShift({ body: { online: true } });
        return {
          key: courier.token,
          body: {
            points: [
              { lat: 8.48, lng: -13.23, accuracy_m: 10, recorded_at: new Date(nowMs()).toISOString() },
            ],
          },
        };
      },
      settled: 'A place has its time, and is kept once.',
    },
    changePin: {
      request: async () => ({ key: await signedInWithPin(), body: { pin: PIN, new_pin: '719305' } }),
      other: { pin: PIN, new_pin: '719306' },
      atOnce: GUESSES_AT_ONCE,
    },
    acceptOffer: { request: offered },
    declineOffer: {
      request: async () => ({ ...(await offered()), body: { reason: 'Too far' } }),
      settled: 'An offer is answered once.',
    },
    giveUpJob: { request: step('assigned', { reason: 'Flat tyre' }), other: { reason: 'Tired' } },
    arriveAtStop: { request: step('assigned', { at: 'pickup' }), other: { at: 'dropoff' } },
    verifyCode: {
      request: async () => {
        const { job, input } = await riding('assigned');
        return { ...input, body: { type: 'pickup', code: job.pickup_code } };
      },
      other: { type: 'delivery', code: '493817' },
    },
    pickUpParcel: { request: step('assigned', {}, CODELESS), other: { occurred_at: '2026-11-21T10:00:00Z' } },
    departWithParcel: { request: step('picked_up', {}), other: { occurred_at: '2026-11-21T10:00:00Z' } },
    deliverParcel: { request: proven, other: { recipient_name: 'Somebody else' } },
    keepProof: { request: step('in_transit', SIGNATURE), other: { recipient_name: 'Fatmata' } },
    recordAttempt: {
      request: step('in_transit', { reason: 'recipient_not_home', contact: 'call' }),
      other: { reason: 'recipient_not_home', contact: 'whatsapp' },
    },
    failJob: { request: step('assigned', { reason: 'pickup_closed' }), other: { reason: 'other' } },
    syncJobs: {
      request: async () => {
        const { job, input } = await riding('assigned');
        const event = recorded('arrive', job.job_number, {
          at: 'pickup',
          occurred_at: new Date(nowMs()).toISOString(),
          client_id: randomUUID(),
        });
        return { key: input.key, body: { events: [event] } };
      },
      settled: 'Each event has a client_id of its own, and is done once.',
    },
    depositCash: { request: holdingCash, other: { job_numbers: ['SHP-0000-0000'] } },
  };
}
