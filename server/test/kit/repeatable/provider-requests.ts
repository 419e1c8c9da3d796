import type { InputGiven } from '../probe.ts';
import { BANK_OF_NOBODY } from '../provoke-providers.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What a merchant sends about accounts with payment providers; each with a shop of its own, for one has no more than twenty. */
export function providerRequests(stage: () => RepeatStage): Repeatables {
  async function connected(): Promise<InputGiven> {
    const { key, client } = await stage().newShop();
    const { data } = await client.createProviderAccount({ body: BANK_OF_NOBODY });
    return { key, params: { providerAccountId: data.id } };
  }
  return {
    createProviderAccount: {
      request: async () => ({ key: (await stage().newShop()).key, body: BANK_OF_NOBODY }),
      other: { ...BANK_OF_NOBODY, name: 'Another' },
    },
    checkProviderAccount: { request: connected },
  };
}
