import { parcel, UNKNOWN_JOB, wrongCode } from '../../../../test/kit/parcel.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import { jobsOf } from '../../../../test/kit/repeatable/jobs-of.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import { PRICING_ERRORS, type DeliveryStatus, type OperationId } from '@cottontree/contract';
import { impossible } from '../../../../test/kit/impossible.ts';
import type { Provocations, Provoke, ProvokeStage } from '../../../../test/kit/provoke.ts';
import { withMap } from '../../../../test/kit/service-map.ts';

const CSV = 'pickup_city,delivery_city,delivery_address\nBo,Bo,1 Main Road\n';

/** What a merchant sends about parcels, addresses, keys and clocks. */
export function requests(stage: () => RepeatStage): Repeatables {
  const { jobIn, at } = jobsOf(stage);
  const newKey = async (): Promise<string> =>
    (await stage().shop.client.createKey({ body: { name: 'Till' } })).data.id;
  async function importing(): Promise<ProbeInput> {
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

/** How the refusals of quotes, deliveries and addresses come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const create = (fields: object = {}): Promise<Seen> =>
    ask('createDelivery', { body: { ...parcel, ...fields } });
  const quoteId = async (): Promise<unknown> => (await ask('getQuote', { query: way })).data['quote_id'];
  const way = { pickup_city: parcel.pickup_city, delivery_city: parcel.delivery_city };
  const unknown = { params: { jobNumber: UNKNOWN_JOB } };

  async function jobIn(status: DeliveryStatus) {
    const { data } = await stage().shop.client.createDelivery({ body: parcel });
    await stage().shop.client.advanceDelivery({
      params: { jobNumber: data.job_number },
      body: { to_status: status },
    });
    return { params: { jobNumber: data.job_number }, pickup: data.pickup_code };
  }

  async function verifyIn(status: DeliveryStatus, wrong: number): Promise<Seen> {
    const { params, pickup } = await jobIn(status);
    const verify = (code: string): Promise<Seen> =>
      ask('verifyHandoff', { params, body: { type: 'pickup', code } });
    for (let tried = 1; tried < wrong; tried += 1) await verify(wrongCode(pickup, tried));
    return verify(wrong > 0 ? wrongCode(pickup) : pickup);
  }

  const savedAddress = async () => ({
    id: String(
      (await ask('saveAddress', { body: { address: '1 Changing Road', city: 'Freetown' } })).data['id'],
    ),
  });
  const changeAddress = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Seen> =>
    ask('updateAddress', { params: await savedAddress(), body, headers });

  /** What no place, parcel or service allows, for a quote or a creation. */
  function pricing(ask: (fields: object) => Promise<Seen>, created: boolean): Record<string, Provoke> {
    return Object.fromEntries(
      PRICING_ERRORS.map((code): [string, Provoke] => {
        const wanted = impossible[code];
        const fields = created ? (wanted.created ?? wanted.fields) : wanted.fields;
        return [code, () => withMap(stage().service, wanted.map ?? {}, () => ask(fields))];
      }),
    );
  }

  const asQuery = (fields: object): object =>
    Object.fromEntries(Object.entries({ ...way, ...fields }).filter(([, value]) => value !== undefined));
  return {
    getQuote: pricing((fields) => ask('getQuote', { query: { ...asQuery(fields) } }), false),
    createDelivery: {
      ...pricing(create, true),
      INVALID_QUOTE: () => create({ quote_id: 'qt_made_up' }),
      TEST_ONLY: () =>
        ask('createDelivery', { key: stage().liveKey, body: { ...parcel, simulate: { mode: 'auto' } } }),
      QUOTE_EXPIRED: async () => {
        const quote_id = await quoteId();
        stage().service.advance(3_600_000);
        const seen = await create({ quote_id });
        stage().service.advance(-3_600_000);
        return seen;
      },
      QUOTE_ALREADY_USED: async () => {
        const quote_id = await quoteId();
        await create({ quote_id });
        return create({ quote_id });
      },
      QUOTE_MISMATCH: async () => create({ quote_id: await quoteId(), weight_kg: 30 }),
      DUPLICATE_DELIVERY: async () => {
        await create({ order_number: 'SAME' });
        return create({ order_number: 'SAME' });
      },
      INVALID_PHONE: () => create({ recipient_phone: '12' }),
      FEE_EXCEEDS_MAX: () => create({ max_shipping_fee: 1 }),
      NO_COURIERS_AVAILABLE: async () => {
        await stage().service.query('UPDATE drivers SET active = false');
        const seen = await withMap(stage().service, {}, () => create({ service_level: 'express' }));
        await stage().service.query('UPDATE drivers SET active = true');
        await stage().service.server.modules.shipping.refreshMap();
        return seen;
      },
    },
    listDeliveries: { INVALID_PHONE: () => ask('listDeliveries', { query: { recipient_phone: '12' } }) },
    getDelivery: { DELIVERY_NOT_FOUND: () => ask('getDelivery', unknown) },
    trackDelivery: { DELIVERY_NOT_FOUND: () => ask('trackDelivery', unknown) },
    verifyHandoff: {
      DELIVERY_NOT_FOUND: () =>
        ask('verifyHandoff', { ...unknown, body: { type: 'pickup', code: '493817' } }),
      DELIVERY_NOT_ACTIVE: () => verifyIn('cancelled', 0),
      HANDOFF_NOT_READY: () => verifyIn('pending', 0),
      INVALID_HANDOFF_CODE: () => verifyIn('assigned', 1),
      HANDOFF_LOCKED: () => verifyIn('assigned', 6),
    },
    cancelDelivery: {
      DELIVERY_NOT_FOUND: () => ask('cancelDelivery', unknown),
      CANCELLATION_NOT_ALLOWED: async () =>
        ask('cancelDelivery', { params: (await jobIn('picked_up')).params }),
    },
    bulkTrack: {
      TOO_MANY_ITEMS: () =>
        ask('bulkTrack', { body: { job_numbers: Array.from({ length: 101 }, () => UNKNOWN_JOB) } }),
    },
    printLabels: {
      DELIVERY_NOT_FOUND: () => ask('printLabels', { body: { job_numbers: [UNKNOWN_JOB] } }),
      TOO_MANY_ITEMS: () =>
        ask('printLabels', { body: { job_numbers: Array.from({ length: 101 }, () => UNKNOWN_JOB) } }),
    },
    listZones: {},
    saveAddress: {
      ADDRESS_AMBIGUOUS: () =>
        withMap(stage().service, impossible.ADDRESS_AMBIGUOUS.map ?? {}, () =>
          ask('saveAddress', { body: { address: '1 Main Road', city: 'Old Bridge' } }),
        ),
      ADDRESS_MISMATCH: () =>
        ask('saveAddress', { body: { address: '1 Main Road', city: 'Bo', lat: 8.484, lng: -13.234 } }),
      ZONE_NOT_SERVICED: () =>
        withMap(stage().service, { zones: { 'FT-LUM': { active: false } } }, () =>
          ask('saveAddress', { body: { address: '1 Main Road', city: 'Lumley' } }),
        ),
      INVALID_PHONE: () =>
        ask('saveAddress', { body: { address: '1 Main Road', city: 'Bo', contact_phone: '12' } }),
    },
    getZone: { ZONE_NOT_FOUND: () => ask('getZone', { params: { id: 'zone_nowhere' } }) },
    getDispatchZone: { ZONE_NOT_FOUND: () => ask('getDispatchZone', { params: { id: 'zone_nowhere' } }) },
    locateZone: {
      ADDRESS_AMBIGUOUS: () =>
        withMap(stage().service, impossible.ADDRESS_AMBIGUOUS.map ?? {}, () =>
          ask('locateZone', { query: { city: 'Old Bridge' } }),
        ),
      ADDRESS_MISMATCH: () => ask('locateZone', { query: { city: 'Bo', lat: 8.484, lng: -13.234 } }),
      ZONE_NOT_SERVICED: () => ask('locateZone', { query: { lat: 51.5, lng: -0.1 } }),
    },
    updateAddress: {
      ADDRESS_NOT_FOUND: () => ask('updateAddress', { params: { id: 'adr_none' }, body: {} }),
      ADDRESS_AMBIGUOUS: () =>
        withMap(stage().service, impossible.ADDRESS_AMBIGUOUS.map ?? {}, () =>
          changeAddress({ city: 'Old Bridge' }),
        ),
      ADDRESS_MISMATCH: () => changeAddress({ city: 'Bo', lat: 8.484, lng: -13.234 }),
      ZONE_NOT_SERVICED: () =>
        withMap(stage().service, { zones: { 'FT-LUM': { active: false } } }, () =>
          changeAddress({ city: 'Lumley' }),
        ),
      INVALID_PHONE: () => changeAddress({ contact_phone: '12' }),
      DUPLICATE_ADDRESS: async () => {
        await ask('saveAddress', { body: { address: '7 Twin Street', city: 'Bo' } });
        return changeAddress({ address: '7 Twin Street', city: 'Bo' });
      },
      PRECONDITION_FAILED: () => changeAddress({ label: 'Shop' }, { 'if-match': '"999"' }),
    },
    deleteAddress: {
      ADDRESS_NOT_FOUND: () => ask('deleteAddress', { params: { id: 'adr_none' } }),
      PRECONDITION_FAILED: async () =>
        ask('deleteAddress', { params: await savedAddress(), headers: { 'if-match': '"999"' } }),
    },
    listAddresses: { INVALID_PHONE: () => ask('listAddresses', { query: { phone: '12' } }) },
    resendCode: {
      DELIVERY_NOT_FOUND: () => ask('resendCode', unknown),
      STATE_CONFLICT: async () => ask('resendCode', { params: (await jobIn('delivered')).params }),
      DELIVERY_NOT_ACTIVE: async () => ask('resendCode', { params: (await jobIn('cancelled')).params }),
      RECIPIENT_NOT_REACHABLE: async () => {
        const { data } = await create({ recipient_phone: undefined });
        return ask('resendCode', { params: { jobNumber: String(data['job_number']) } });
      },
    },
    eraseRecipient: {
      RECIPIENT_HAS_ACTIVE_DELIVERIES: async () => {
        await create({ recipient_phone: '076 999888' });
        return ask('eraseRecipient', { body: { phone: '076 999888' } });
      },
      INVALID_PHONE: () => ask('eraseRecipient', { body: { phone: '12' } }),
    },
    advanceDelivery: {
      DELIVERY_NOT_FOUND: () => ask('advanceDelivery', { ...unknown, body: { to_status: 'assigned' } }),
      STATE_CONFLICT: async () =>
        ask('advanceDelivery', { params: (await jobIn('failed')).params, body: { to_status: 'assigned' } }),
    },
  };
}
