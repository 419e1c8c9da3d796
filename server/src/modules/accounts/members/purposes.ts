/** The vault's purpose for what an authenticator app shares with us. */
export const TOTP_SECRET = 'totp-secret';

/** The vault's purpose for letters that wait to be sent. */
export const ACCOUNT_LETTER = 'account-letter';
