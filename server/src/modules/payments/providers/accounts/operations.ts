export * from './provider-accounts.ts';
export * from './create-provider-account.ts';
export * from './update-provider-account.ts';
