import type { DeliveryStatus, OperationId } from '@cottontree/contract';
import { jobIn } from './job-in.ts';
import { UNKNOWN_JOB } from './parcel.ts';
import type { Seen, InputGiven } from './probe.ts';
import type { TestMerchant, TestService } from './service.ts';

type Provoke = () => Promise<Seen>;
type Stage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen>;
};

const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** How the refusals come about of what dispatchers do to a delivery. */
export function dispatchProvocations(
  stage: () => Stage,
): Readonly<Partial<Record<OperationId, Readonly<Record<string, Provoke>>>>> {
  const unknown = { params: { jobNumber: UNKNOWN_JOB } };
  const ask = (id: OperationId, input?: InputGiven): Promise<Seen> => stage().ask(id, input);
  const on = async (id: OperationId, status: DeliveryStatus, body: object): Promise<Seen> =>
    ask(id, { ...(await jobIn(stage().shop.client, status)), body });
  const reissue = { type: 'pickup', reason: 'Called in.' };
  const override = { to_status: 'delivered', reason: 'Lost her phone.', photo: PHOTO };
  return {
    listDispatchDeliveries: {},
    getDispatchDelivery: { DELIVERY_NOT_FOUND: () => ask('getDispatchDelivery', unknown) },
    assignDelivery: {
      DELIVERY_NOT_FOUND: () => ask('assignDelivery', { ...unknown, body: { driver_id: 'drv_x' } }),
      DRIVER_NOT_FOUND: () => on('assignDelivery', 'pending', { driver_id: 'drv_x' }),
      STATE_CONFLICT: async () =>
        on('assignDelivery', 'delivered', { driver_id: await stage().service.driver() }),
    },
    startOffers: {
      TOO_MANY_ITEMS: () =>
        on('startOffers', 'pending', {
          mode: 'manual',
          driver_ids: Array.from({ length: 101 }, () => 'drv_x'),
        }),
      DELIVERY_NOT_FOUND: () => ask('startOffers', { ...unknown, body: { mode: 'manual' } }),
      DRIVER_NOT_FOUND: () => on('startOffers', 'pending', { mode: 'nearest', driver_ids: ['drv_x'] }),
      STATE_CONFLICT: () => on('startOffers', 'delivered', { mode: 'nearest' }),
    },
    unassignDelivery: {
      DELIVERY_NOT_FOUND: () => ask('unassignDelivery', { ...unknown, body: { reason: 'x' } }),
      STATE_CONFLICT: () => on('unassignDelivery', 'pending', { reason: 'x' }),
    },
    moveByDispatcher: {
      DELIVERY_NOT_FOUND: () => ask('moveByDispatcher', { ...unknown, body: { to_status: 'in_transit' } }),
      STATE_CONFLICT: () => on('moveByDispatcher', 'pending', { to_status: 'in_transit' }),
    },
    overrideHandoff: {
      DELIVERY_NOT_FOUND: () => ask('overrideHandoff', { ...unknown, body: override }),
      STATE_CONFLICT: () => on('overrideHandoff', 'assigned', override),
    },
    reissueCodeByDispatcher: {
      DELIVERY_NOT_FOUND: () => ask('reissueCodeByDispatcher', { ...unknown, body: reissue }),
      STATE_CONFLICT: () => on('reissueCodeByDispatcher', 'picked_up', reissue),
      TOO_MANY_REISSUES: async () => {
        const input = { ...(await jobIn(stage().shop.client, 'pending')), body: reissue };
        for (let made = 0; made < 3; made += 1) await ask('reissueCodeByDispatcher', input);
        return ask('reissueCodeByDispatcher', input);
      },
      DELIVERY_NOT_ACTIVE: () => on('reissueCodeByDispatcher', 'cancelled', reissue),
    },
    openIncident: { DELIVERY_NOT_FOUND: () => ask('openIncident', { ...unknown, body: { kind: 'other' } }) },
  };
}
