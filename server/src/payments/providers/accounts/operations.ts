export { checkProviderAccount } from './check-provider-account.ts';
export { createProviderAccount } from './create-provider-account.ts';
export { deleteProviderAccount } from './delete-provider-account.ts';
export { getProviderAccount } from './get-provider-account.ts';
export { listProviderAccounts } from './list-provider-accounts.ts';
export { updateProviderAccount } from './update-provider-account.ts';
