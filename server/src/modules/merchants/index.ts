export {
  findExposedKeys,
  findMerchant,
  hasMerchants,
  listMerchants,
  type MerchantRecord,
} from './merchants.queries.ts';
export { addKey, type KeyInput } from './add-key.ts';
export { judgeFrameKey, type Authenticator, type FramingKey } from './authenticate.ts';
export { createMerchant } from './create-merchant.ts';
export { endKey, findKeysOfMerchant } from './keys.ts';
export type { SharedLimiter } from './exchange-usage.ts';
export { issueKey } from './create-key.ts';
export { httpLoops, openMerchants, operatorFor } from './open-merchants.ts';
export { createBrandCache, openPaperBrands, type Brand, type BrandCache } from './branding/brand-cache.ts';
export type { Merchants } from './module.ts';
export { createRequestRecorder, type RequestRecorder } from './record-requests.ts';
export { updateMerchant, type MerchantUpdate } from './update-merchant.ts';
export { merchantModule, verifyMerchants } from './merchant-module.ts';
