export * from './branding/branding.ts';
export * from './erasure/test-erasure.ts';
export * from './test-clocks.ts';
export { lookUpPairingCode } from './pairing/look-up-pairing-code.ts';
export * from './profile.ts';
export { createKey } from './create-key.ts';
export { listKeys, revokeKey, rotateKey, updateKey } from './keys.ts';
export * from './requests.ts';
