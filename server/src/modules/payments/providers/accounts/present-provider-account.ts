import {
  accountProviders,
  type AccountChange,
  type AccountProvider,
  type ProviderAccount,
} from '@cottontree/contract';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { showMode } from '../../../../kernel/call/tenant.ts';
import type { Json } from '../../../../store/index.ts';
import { type Fact, newFact } from '../../../../outbox/index.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { callbackUrl } from '../provider-address.ts';
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

type AccountNews = {
  readonly provider: string;
  readonly name: string | null;
  readonly changes: readonly AccountChange[];
  /** Which key did it. */ readonly keyId: string;
  readonly at: Date;
};

/** What the owner is told of an account that leads elsewhere from this version on. */
export function accountFact(
  { id, version }: { readonly id: string; readonly version: number },
  { provider, name, changes, keyId, at }: AccountNews,
): Fact {
  return newFact({
    kind: 'provider_account.changed',
    sequence: version,
    at: at.toISOString(),
    facts: { provider_account_id: id, provider, name, changes, key_id: keyId, changed_at: at.toISOString() },
  });
}

export function accountNotFound(id: string): Failure {
  return new Failure('PROVIDER_ACCOUNT_NOT_FOUND', `There is no provider account ${id.slice(0, 60)}.`);
}
