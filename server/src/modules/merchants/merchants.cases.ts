import type { Provocations, ProvokeStage } from '../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../test/kit/repeatable/repeatable.ts';

const STALE = { 'if-match': '"0"' };

/** Requests of the merchant itself that have an effect. */
export function requests(stage: () => RepeatStage): Repeatables {
  return {
    eraseTestData: {
      request: async () => {
        const shop = await stage().newShop();
        const { data } = await shop.client.getMerchant();
        return { key: shop.key, body: { name: data.name } };
      },
    },
  };
}

/** How the refusals of a merchant's profile come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const change = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    stage().ask('updateMerchant', { key: stage().liveKey, body, headers });
  return {
    updateMerchant: {
      LIVE_ONLY: () => stage().ask('updateMerchant', { body: {} }),
      INVALID_PHONE: () => change({ phone: '12' }),
      PRECONDITION_FAILED: () => change({}, STALE),
    },
    lookUpPairingCode: {
      PAIRING_CODE_NOT_FOUND: () => stage().ask('lookUpPairingCode', { body: { pairing_code: '00000000' } }),
    },
  };
}
