export * from './provider-accounts.ts';
export * from './update-provider-account.ts';
