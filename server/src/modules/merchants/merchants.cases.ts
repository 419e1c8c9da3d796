import type { Provocations, ProvokeStage } from '../../../test/kit/provoke.ts';

const STALE = { 'if-match': '"0"' };

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
