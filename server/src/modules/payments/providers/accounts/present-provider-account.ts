import { accountProviders, type AccountProvider, type ProviderAccount } from '@cottontree/contract';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { showMode } from '../../../../kernel/call/show-mode.ts';
import type { Json } from '../../../../store/index.ts';
import { callbackUrl } from '../callback-url.ts';
import type { AccountTexts } from './account-forms.ts';
import type { AccountRecord } from './provider-accounts.queries.ts';

/** An account as it is shown: of its credentials no more than their ends. */
export function presentProviderAccount(record: AccountRecord, publicUrl: string): ProviderAccount {
  return {
    id: record.id,
    provider: record.provider,
    name: record.name,
    status: record.status,
    channels: [...record.channels],
    priority: record.priority,
    credentials: asTexts(record.credential_hints),
    settings: asTexts(record.settings),
    payout_destination: record.payout_destination === null ? null : asTexts(record.payout_destination),
    callback_url: callbackUrl(publicUrl, { provider: record.provider, token: record.callback_token }),
    checked_at: record.checked_at?.toISOString() ?? null,
    healthy: record.healthy,
    health_message: record.health_message,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    ...showMode(record.livemode),
  };
}

/** The account with the version that If-Match names. */
export function replyAccount(record: AccountRecord, publicUrl: string): Reply<ProviderAccount> {
  return reply(presentProviderAccount(record, publicUrl), { version: String(record.version) });
}

export function isAccountProvider(word: string): word is AccountProvider {
  return (accountProviders as readonly string[]).includes(word);
}

/** As our own statements write them. */
export function asTexts(json: Json): AccountTexts {
  return json as AccountTexts;
}
