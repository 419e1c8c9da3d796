import type { OperationId } from '@cottontree/contract';
import type { Seen, InputGiven } from './probe.ts';

type Provoke = () => Promise<Seen>;
type Stage = { readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen> };

const STALE = { 'if-match': '"99"' };
const PHONE = '+23276777888';

/** How the refusals of customers, locations, the settings of the till and its reports come about. */
export function customerProvocations(
  stage: () => Stage,
): Readonly<Partial<Record<OperationId, Readonly<Record<string, Provoke>>>>> {
  const ask = (id: OperationId, input?: InputGiven): Promise<Seen> => stage().ask(id, input);
  const made = async (id: 'createCustomer' | 'createLocation', body: object = {}): Promise<InputGiven> => ({
    params: { id: String((await ask(id, { body: { name: 'Isatu', ...body } })).data['id']) },
  });
  const at = async (id: OperationId, input: Promise<InputGiven>, more: InputGiven = {}): Promise<Seen> =>
    ask(id, { ...(await input), ...more });
  const customer = (body?: object): Promise<InputGiven> => made('createCustomer', body);
  const location = (body?: object): Promise<InputGiven> => made('createLocation', body);
  const taken = async (): Promise<object> => {
    await customer({ phone: PHONE });
    return { phone: PHONE };
  };
  const noCustomer = { params: { id: 'cus_none' } };
  const noLocation = { params: { id: 'loc_none' } };

  return {
    createCustomer: {
      DUPLICATE_CUSTOMER: async () => ask('createCustomer', { body: await taken() }),
      INVALID_PHONE: () => ask('createCustomer', { body: { phone: '12' } }),
    },
    lookUpCustomer: {
      CUSTOMER_NOT_FOUND: () => ask('lookUpCustomer', { query: { phone: '+23276000999' } }),
      INVALID_PHONE: () => ask('lookUpCustomer', { query: { phone: '12' } }),
    },
    getCustomer: { CUSTOMER_NOT_FOUND: () => ask('getCustomer', noCustomer) },
    updateCustomer: {
      CUSTOMER_NOT_FOUND: () => ask('updateCustomer', { ...noCustomer, body: {} }),
      DUPLICATE_CUSTOMER: async () => at('updateCustomer', customer(), { body: await taken() }),
      STATE_CONFLICT: async () => {
        const erased = await customer();
        await ask('eraseCustomer', erased);
        return ask('updateCustomer', { ...erased, body: { name: 'Isatu' } });
      },
      PRECONDITION_FAILED: () => at('updateCustomer', customer(), { body: {}, headers: STALE }),
      INVALID_PHONE: () => at('updateCustomer', customer(), { body: { phone: '12' } }),
    },
    deleteCustomer: {
      CUSTOMER_NOT_FOUND: () => ask('deleteCustomer', noCustomer),
      PRECONDITION_FAILED: () => at('deleteCustomer', customer(), { headers: STALE }),
    },
    eraseCustomer: { CUSTOMER_NOT_FOUND: () => ask('eraseCustomer', noCustomer) },
    createLocation: {
      DUPLICATE_CODE: () => ask('createLocation', { body: { name: 'Head office', code: 'MAIN' } }),
      INVALID_PHONE: () => ask('createLocation', { body: { name: 'Stall', phone: '12' } }),
    },
    getLocation: { LOCATION_NOT_FOUND: () => ask('getLocation', noLocation) },
    updateLocation: {
      LOCATION_NOT_FOUND: () => ask('updateLocation', { ...noLocation, body: {} }),
      DUPLICATE_CODE: () => at('updateLocation', location(), { body: { code: 'MAIN' } }),
      STATE_CONFLICT: () => at('updateLocation', theDefault(), { body: { is_active: false } }),
      PRECONDITION_FAILED: () => at('updateLocation', location(), { body: {}, headers: STALE }),
      INVALID_PHONE: () => at('updateLocation', location(), { body: { phone: '12' } }),
    },
    deleteLocation: {
      LOCATION_NOT_FOUND: () => ask('deleteLocation', noLocation),
      STATE_CONFLICT: () => at('deleteLocation', theDefault()),
      PRECONDITION_FAILED: () => at('deleteLocation', location(), { headers: STALE }),
    },
    reportSales: { LOCATION_NOT_FOUND: () => ask('reportSales', { query: { location_id: 'loc_none' } }) },
    reportZ: { LOCATION_NOT_FOUND: () => ask('reportZ', { query: { location_id: 'loc_none' } }) },
    updatePosSettings: {
      AMOUNT_PRECISION: () => ask('updatePosSettings', { body: { cash_rounding_increment: 0.005 } }),
      PRECONDITION_FAILED: () => ask('updatePosSettings', { body: {}, headers: STALE }),
    },
  };

  /** The location that nobody opened. */
  async function theDefault(): Promise<InputGiven> {
    await location();
    const list = (await ask('listLocations', { query: { q: 'MAIN' } })).data as unknown as readonly {
      readonly id: string;
    }[];
    return { params: { id: list[0]?.id ?? '' } };
  }
}
