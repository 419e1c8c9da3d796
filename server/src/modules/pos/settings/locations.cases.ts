import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const STALE = { 'if-match': '"99"' };

/** How the refusals of locations, the settings of the till and its reports come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const location = async (): Promise<ProbeInput> => ({
    params: { id: String((await ask('createLocation', { body: { name: 'Isatu' } })).data['id']) },
  });
  const at = async (id: OperationId, input: Promise<ProbeInput>, more: ProbeInput = {}): Promise<Seen> =>
    ask(id, { ...(await input), ...more });
  const noLocation = { params: { id: 'loc_none' } };

  return {
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
  async function theDefault(): Promise<ProbeInput> {
    await location();
    const list = (await ask('listLocations', { query: { q: 'MAIN' } })).data as unknown as readonly {
      readonly id: string;
    }[];
    return { params: { id: list[0]?.id ?? '' } };
  }
}

/** What a merchant sends about locations. */
export function requests(stage: () => RepeatStage): Repeatables {
  return {
    createLocation: {
      request: async () => {
        // The first location of all brings the default with it.
        await stage().shop.client.listLocations();
        return { body: { name: 'Stall' } };
      },
      other: { name: 'Another' },
    },
  };
}
