import type { Context } from '../../../../kernel/call/context.ts';
import { ACCOUNT_CREDENTIALS } from './account-credentials.ts';
import type { Texts } from './account-forms.ts';
import type { AccountFields } from './provider-accounts.queries.ts';
import type { AccountWish } from './read-account.ts';

/** The wish as it is kept: credentials sealed, of each a few characters beside. */
export function sealAccount({ vault }: Pick<Context, 'vault'>, wish: AccountWish): AccountFields {
  return {
    name: wish.name,
    status: wish.status,
    channels: [...new Set(wish.channels)],
    priority: wish.priority,
    credentials: vault.seal(JSON.stringify(wish.credentials), ACCOUNT_CREDENTIALS),
    credential_hints: hintsOf(wish.credentials),
    settings: { ...wish.settings },
    payout_destination: wish.payoutDestination === null ? null : { ...wish.payoutDestination },
  };
}

const HINT_LENGTH = 4;
/** Of a shorter one, four characters would be too many. */
const HINTED_LENGTH_MIN = 12;

function hintsOf(credentials: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, text]) => [
      name,
      text.length < HINTED_LENGTH_MIN ? '…' : `…${text.slice(-HINT_LENGTH)}`,
    ]),
  );
}
