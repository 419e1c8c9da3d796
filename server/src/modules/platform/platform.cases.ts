import type { RepeatStage, Repeatables } from '../../../test/kit/repeatable/repeatable.ts';

let made = 0;

/** What operators send about merchants, each with a session of its own. */
export function requests(stage: () => RepeatStage): Repeatables {
  const key = async (): Promise<string> => (await stage().service.operator()).token;
  const of = async () => ({ key: await key(), params: { id: (await stage().newShop()).id } });
  const next = (): string => String((made += 1));
  return {
    createPlatformMerchant: {
      request: async () => ({
        key: await key(),
        body: { name: `Shop ${next()}`, email: `owner${next()}@example.sl` },
      }),
      other: { name: 'Other', email: 'other@example.sl' },
    },
    inviteOwner: {
      request: async () => ({ ...(await of()), body: { email: `owner${next()}@example.sl` } }),
      other: { email: 'another@example.sl' },
    },
    suspendMerchant: {
      request: async () => ({ ...(await of()), body: { reason: 'Goods that never came.' } }),
      other: { reason: 'Another reason.' },
    },
    reinstateMerchant: {
      request: async () => {
        const input = await of();
        await stage().service.query("UPDATE merchants SET status = 'suspended' WHERE id = $1", [
          input.params.id,
        ]);
        return input;
      },
    },
  };
}
