export {
  findExposedKeys,
  findMerchant,
  hasMerchants,
  listMerchants,
  type MerchantRecord,
} from './merchants.queries.ts';
export { addKey, type KeyInput } from './add-key.ts';
export type { Authenticator } from './authenticate.ts';
export { createMerchant } from './create-merchant.ts';
export { endKey } from './end-key.ts';
export type { SharedLimiter } from './exchange-usage.ts';
export { findKeysOfMerchant } from './find-keys-of-merchant.ts';
export { judgeFrameKey, type FramingKey } from './judge-frame.ts';
export { issueKey } from './issue-key.ts';
export { httpLoops } from './http-loops.ts';
export { openMerchants } from './open-merchants.ts';
export { openPaperBrands } from './branding/open-paper-brands.ts';
export { createBrandCache, type Brand, type BrandCache } from './branding/brand-cache.ts';
export type { Merchants } from './module.ts';
export { operatorFor } from './operator-for.ts';
export { createRequestRecorder, type RequestRecorder } from './record-requests.ts';
export { updateMerchant, type MerchantUpdate } from './update-merchant.ts';
export { verifyMerchants } from './verify-merchants.ts';
export { merchantModule } from './merchant-module.ts';
