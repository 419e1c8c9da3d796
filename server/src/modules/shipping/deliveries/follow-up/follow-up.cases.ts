import { type DeliveryStatus, type OperationId, REDELIVERY_ERRORS } from '@cottontree/contract';
import { impossible } from '../../../../../test/kit/impossible.ts';
import { jobIn } from '../../../../../test/kit/job-in.ts';
import { UNKNOWN_JOB } from '../../../../../test/kit/parcel.ts';
import type { ProbeInput, Seen } from '../../../../../test/kit/probe.ts';
import type { Provocations, Provoke, ProvokeStage } from '../../../../../test/kit/provoke.ts';
import { withMap } from '../../../../../test/kit/service-map.ts';

/** How the refusals of what follows a creation come about: change, new code, return, redelivery, rating. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const unknown = { params: { jobNumber: UNKNOWN_JOB } };
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const made = (status: DeliveryStatus, fields: object = {}) => jobIn(stage().shop.client, status, fields);
  const change = async (body: object, status: DeliveryStatus = 'pending') =>
    ask('updateDelivery', { ...(await made(status)), body });
  const withZones = (map: object, work: Provoke): Promise<Seen> => withMap(stage().service, map, work);
  const again = async (body: object, fields: object = {}, map: object = {}) => {
    const failed = await made('failed', fields);
    return withZones(map, () => ask('redeliverDelivery', { ...failed, body }));
  };
  return {
    updateDelivery: {
      AMOUNT_PRECISION: () => change({ cod_amount: 1.234 }),
      DELIVERY_NOT_FOUND: () => ask('updateDelivery', { ...unknown, body: {} }),
      STATE_CONFLICT: () => change({ delivery_landmark: 'x' }, 'in_transit'),
      PRECONDITION_FAILED: async () =>
        ask('updateDelivery', {
          ...(await made('pending')),
          body: { recipient_name: 'x' },
          headers: { 'if-match': '"77"' },
        }),
      ZONE_NOT_SERVICED: async () => {
        const job = await made('pending', { delivery_city: 'Kabala' });
        return withZones({ zones: { SL: { active: false } } }, () =>
          ask('updateDelivery', { ...job, body: { delivery_lat: 9.65, delivery_lng: -11.553 } }),
        );
      },
      ADDRESS_AMBIGUOUS: async () => {
        const before = { zones: { 'BO-BO': { aliases: ['Old Bridge'] } } };
        const job = await withMap(stage().service, before, () =>
          made('pending', { delivery_city: 'Old Bridge' }),
        );
        return withZones(impossible.ADDRESS_AMBIGUOUS.map ?? {}, () =>
          ask('updateDelivery', { ...job, body: { delivery_plus_code: 'X7M4+2Q' } }),
        );
      },
      ADDRESS_MISMATCH: () => change({ delivery_lat: 7.9647, delivery_lng: -11.7383 }),
      COD_LIMIT_EXCEEDED: () => change({ cod_amount: 10 }),
      INVALID_PHONE: () => change({ recipient_phone: '12' }),
    },
    reissueCode: {
      DELIVERY_NOT_FOUND: () => ask('reissueCode', { ...unknown, body: { type: 'pickup' } }),
      STATE_CONFLICT: async () =>
        ask('reissueCode', { ...(await made('picked_up')), body: { type: 'pickup' } }),
      TOO_MANY_REISSUES: async () => {
        const input = { ...(await made('pending')), body: { type: 'pickup' } };
        for (let made = 0; made < 3; made += 1) await ask('reissueCode', input);
        return ask('reissueCode', input);
      },
      DELIVERY_NOT_ACTIVE: async () =>
        ask('reissueCode', { ...(await made('cancelled')), body: { type: 'pickup' } }),
    },
    returnDelivery: {
      DELIVERY_NOT_FOUND: () => ask('returnDelivery', unknown),
      STATE_CONFLICT: async () => ask('returnDelivery', await made('in_transit')),
    },
    redeliverDelivery: {
      ...Object.fromEntries(
        REDELIVERY_ERRORS.map((code): [string, Provoke] => {
          const { body = {}, fields = {} } = otherwise[code] ?? { body: impossible[code].fields };
          return [code, () => again(body, fields, impossible[code].map)];
        }),
      ),
      DELIVERY_NOT_FOUND: () => ask('redeliverDelivery', unknown),
      STATE_CONFLICT: async () => ask('redeliverDelivery', await made('in_transit')),
      INVALID_PHONE: () => again({ recipient_phone: '12' }),
      FEE_EXCEEDS_MAX: () => again({ max_shipping_fee: 1 }),
      NO_COURIERS_AVAILABLE: async () => {
        const failed = await made('failed', { service_level: 'express' });
        await stage().service.query('UPDATE drivers SET active = false');
        const seen = await withZones({}, () => ask('redeliverDelivery', { ...failed, body: {} }));
        await stage().service.query('UPDATE drivers SET active = true');
        await stage().service.server.modules.shipping.refreshMap();
        return seen;
      },
    },
    rateDelivery: {
      DELIVERY_NOT_FOUND: () => ask('rateDelivery', { ...unknown, body: { stars: 5 } }),
      STATE_CONFLICT: async () => ask('rateDelivery', { ...(await made('pending')), body: { stars: 5 } }),
    },
  };
}

/** A redelivery says little itself: the rest was said by the job that failed. */
const otherwise: Readonly<Record<string, { readonly body?: object; readonly fields?: object }>> = {
  AMOUNT_PRECISION: { body: { max_shipping_fee: '1.005' } },
  ADDRESS_AMBIGUOUS: { body: { delivery_city: 'Old Bridge', delivery_address: '1 Main Road' } },
  ADDRESS_MISMATCH: {
    body: {
      delivery_city: 'Bo',
      delivery_address: '1 Main Road',
      delivery_lat: 8.484,
      delivery_lng: -13.234,
    },
  },
  PACKAGE_TOO_LARGE: { fields: { weight_kg: 20 } },
  INVALID_TIME_WINDOW: {
    body: { delivery_window_start: '2026-01-01T09:00:00Z', delivery_window_end: '2026-01-01T10:00:00Z' },
  },
  COD_NOT_AVAILABLE: { fields: { cod_amount: 5 } },
  COD_LIMIT_EXCEEDED: { fields: { cod_amount: 200 } },
};
