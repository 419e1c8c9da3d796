export {
  checkProviderAccount,
  deleteProviderAccount,
  getProviderAccount,
  listProviderAccounts,
} from './provider-accounts.ts';
export { createProviderAccount } from './create-provider-account.ts';
export { updateProviderAccount } from './update-provider-account.ts';
