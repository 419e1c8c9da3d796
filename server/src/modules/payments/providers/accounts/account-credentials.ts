/** What the vault seals credentials of provider accounts for. */
export const ACCOUNT_CREDENTIALS = 'provider-account-credentials';
