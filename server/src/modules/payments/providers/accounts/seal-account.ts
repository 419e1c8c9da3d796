import type { Context } from '../../../../kernel/call/context.ts';
import { ACCOUNT_CREDENTIALS } from './account-credentials.ts';
import type { AccountTexts } from './account-forms.ts';
import type { AccountFields } from './provider-accounts.queries.ts';
import type { AccountInput } from './read-account.ts';

/** The input as it is kept: credentials sealed, of each a few characters beside. */
export function sealAccount({ vault }: Pick<Context, 'vault'>, input: AccountInput): AccountFields {
  return {
    name: input.name,
    status: input.status,
    channels: [...new Set(input.channels)],
    priority: input.priority,
    credentials: vault.seal(JSON.stringify(input.credentials), ACCOUNT_CREDENTIALS),
    credential_hints: hintsOf(input.credentials),
    settings: { ...input.settings },
    payout_destination: input.payoutDestination === null ? null : { ...input.payoutDestination },
  };
}

const HINT_LENGTH = 4;
/** Of a shorter one, four characters would be too many. */
const HINTED_LENGTH_MIN = 12;

function hintsOf(credentials: AccountTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, text]) => [
      name,
      text.length < HINTED_LENGTH_MIN ? '…' : `…${text.slice(-HINT_LENGTH)}`,
    ]),
  );
}
