import type { Repeatables, RepeatStage } from './repeatable.ts';

let numbers = 0;

/** What a merchant sends about customers and locations. */
export function customerRequests(stage: () => RepeatStage): Repeatables {
  return {
    createCustomer: {
      request: async () => ({
        body: { name: 'Isatu', phone: `+2327644${String((numbers += 1)).padStart(4, '0')}` },
      }),
      other: { name: 'Another' },
    },
    eraseCustomer: {
      request: async () => ({
        params: { id: (await stage().shop.client.createCustomer({ body: { name: 'Isatu' } })).data.id },
      }),
    },
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
