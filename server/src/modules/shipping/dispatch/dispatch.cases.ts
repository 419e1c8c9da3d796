import type { DeliveryStatus, OperationId } from '@cottontree/contract';
import { collectCash } from '../../../../test/kit/cash.ts';
import { jobIn } from '../../../../test/kit/job-in.ts';
import { UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import { jobsOf } from '../../../../test/kit/repeatable/jobs-of.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** How the refusals come about of what dispatchers do to a delivery. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const unknown = { params: { jobNumber: UNKNOWN_JOB } };
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
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
      DRIVER_CHANGED: async () =>
        on('assignDelivery', 'assigned', {
          driver_id: await stage().service.driver(),
          expected_driver_id: null,
        }),
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

const AMOUNT = 40;
/** Each try costs one of the few that guessing is limited to. */
const GUESSES_AT_ONCE = 4;

/** What dispatchers, cashiers and operators send. */
export function requests(stage: () => RepeatStage): Repeatables {
  const { at } = jobsOf(stage);
  const { deposited, disputed, counted } = cashOf(stage);
  const driver = (): Promise<string> => stage().service.driver();
  async function onShift(): Promise<string> {
    const courier = await stage().service.courier();
    await courier.client.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } });
    return courier.id;
  }
  // Each with a session of its own: one may send no more than fifty writes a second, and ends when it is not used for twelve hours, which pass between cases.
  const chief = () => stage().service.operator();
  const byChief = async (input: ProbeInput): Promise<ProbeInput> => ({
    key: (await chief()).token,
    ...input,
  });
  let made = 0;
  const next = (): string => String((made += 1)).padStart(4, '0');
  const zone = (code: string) => ({
    code,
    name: `Zone ${code}`,
    kind: 'area',
    district: 'Bo',
    center: { lat: 7.9, lng: -11.7 },
    radius_km: 1,
  });
  const incident = async () =>
    (await stage().shop.client.openIncident({ ...(await at('in_transit')), body: { kind: 'damaged' } })).data
      .id;
  const claimed = async () =>
    (
      await stage().shop.client.createClaim({
        body: { job_number: (await at('delivered')).params.jobNumber, type: 'overcharged', amount: 1 },
      })
    ).data.id;
  const drafted = async () =>
    String((await (await chief()).client.createRateCard({ body: { card: { per_km: 4.5 } } })).data.version);

  return {
    changePassword: {
      request: async () => {
        const person = await stage().service.operator();
        return {
          key: person.token,
          body: { password: person.password, new_password: 'Three ferries to Lungi' },
        };
      },
      other: { password: 'x', new_password: 'Four ferries to Lungi' },
      atOnce: GUESSES_AT_ONCE,
    },
    createUser: {
      request: async () =>
        byChief({ body: { name: 'Isatu Conteh', email: `isatu${next()}@example.sl`, role: 'dispatcher' } }),
      other: { name: 'Other', email: 'other@example.sl', role: 'cashier' },
    },
    resetDriverPin: {
      request: async () => byChief({ params: { id: await driver() }, body: {} }),
      other: { pin: '719305' },
      atOnce: GUESSES_AT_ONCE,
    },
    assignDelivery: {
      request: async () => ({ ...(await at('pending')), body: { driver_id: await driver() } }),
      other: { driver_id: 'drv_other' },
    },
    assignDeliveries: {
      request: async () => ({
        body: {
          assignments: [{ job_number: (await at('pending')).params.jobNumber, driver_id: await driver() }],
        },
      }),
      other: { assignments: [] },
      settled: 'Each delivery of the list is judged for itself; one that is assigned stays so.',
    },
    unassignDelivery: {
      request: async () => ({ ...(await at('assigned')), body: { reason: 'Broke down.' } }),
      other: { reason: 'Fell ill.' },
    },
    moveByDispatcher: {
      request: async () => ({ ...(await at('picked_up')), body: { to_status: 'in_transit' } }),
      other: { to_status: 'failed', reason: 'other' },
    },
    overrideHandoff: {
      request: async () => ({
        ...(await at('in_transit')),
        body: { to_status: 'delivered', reason: 'Lost her phone.', photo: PHOTO },
      }),
      other: { to_status: 'delivered', reason: 'Other.', photo: PHOTO },
    },
    reissueCodeByDispatcher: {
      request: async () => ({ ...(await at('pending')), body: { type: 'pickup', reason: 'Called in.' } }),
      other: { type: 'delivery', reason: 'Called in.' },
    },
    createDispatchDriver: {
      request: async () =>
        byChief({ body: { name: 'Sorie Kanu', phone: `+2327711${next()}`, vehicle_type: 'motorbike' } }),
      other: { name: 'Other', phone: '+23277119999', vehicle_type: 'motorbike' },
    },
    openIncident: {
      request: async () => ({ ...(await at('in_transit')), body: { kind: 'damaged' } }),
      other: { kind: 'other' },
    },
    resolveIncident: {
      request: async () => ({ params: { id: await incident() }, body: { resolution: 'Only the box.' } }),
      other: { resolution: 'Nothing.' },
    },
    startOffers: {
      request: async () => ({
        ...(await at('pending')),
        body: { mode: 'nearest', driver_ids: [await onShift()] },
      }),
      other: { mode: 'manual' },
    },
    countCashDeposit: {
      request: async () => ({
        key: (await stage().service.operator('cashier')).token,
        params: { id: await deposited() },
        body: { amount: AMOUNT },
      }),
      other: { amount: 1 },
    },
    resolveCashDeposit: {
      request: async () =>
        byChief({ params: { id: await disputed() }, body: { amount: AMOUNT, resolution: 'Found it.' } }),
      other: { amount: 1, resolution: 'Lost it.' },
    },
    settleCash: {
      request: async () => byChief({ body: { merchant_id: await counted(), livemode: false } }),
      other: { merchant_id: 'mch_other' },
    },
    decideClaim: {
      request: async () =>
        byChief({ params: { id: await claimed() }, body: { approve: true, decision: 'Paid as asked.' } }),
      other: { approve: false, decision: 'No.' },
    },
    createRateCard: {
      request: async () => byChief({ body: { card: { per_km: 4.5 } } }),
      other: { card: { per_km: 5 } },
    },
    publishRateCard: {
      request: async () => byChief({ params: { version: await drafted() }, body: {} }),
      other: { effective_at: '2027-01-01' },
    },
    createZone: { request: async () => byChief({ body: zone(`ZZ-${next()}`) }), other: zone('ZZ-OTHER') },
  };
}

/** Cash on its way from a courier to its merchant. */
function cashOf(stage: () => RepeatStage) {
  async function deposited(shop = stage().shop): Promise<string> {
    const { courier } = await collectCash(stage().service, shop, AMOUNT);
    return (await courier.client.depositCash({ body: {} })).data.id;
  }
  async function count(amount: number, shop = stage().shop): Promise<string> {
    const id = await deposited(shop);
    const cashier = await stage().service.operator('cashier');
    await cashier.client.countCashDeposit({ params: { id }, body: { amount } });
    return id;
  }
  return {
    deposited,
    disputed: () => count(AMOUNT - 1),
    /** The merchant whose cash lies in the office. */
    counted: async (): Promise<string> => {
      const shop = await stage().newShop();
      await count(AMOUNT, shop);
      return shop.id;
    },
  };
}
