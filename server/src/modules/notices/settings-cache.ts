import { listAllSettings, type TenantSettings } from './settings.queries.ts';
import { usualNoticeKinds } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { keepLatest } from '../../kernel/keep-latest.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';

/** The settings of all merchants who have any, at hand for whoever plans many messages at once. */
export type SettingsCache = {
  readonly of: (tenant: Tenant) => TenantSettings;
  readonly refresh: () => Promise<void>;
  /** Reads again, here and on the other nodes. */
  readonly announce: () => Promise<void>;
};

const CHANNEL = 'cottontree_notices';

export const USUAL: TenantSettings = Object.freeze({
  kinds: usualNoticeKinds,
  locale: 'en',
  senderName: null,
  updatedAt: null,
});

export async function openSettingsCache({ store, log }: Context): Promise<SettingsCache> {
  const known = await keepLatest(
    async () =>
      new Map((await listAllSettings(store.system)).map((row) => [keyOf(row.tenant), row.settings])),
  );
  store.listen(
    CHANNEL,
    () =>
      void known
        .refresh()
        .catch((error: unknown) => log.warn({ error }, 'The settings of notices could not be read again.')),
  );
  return {
    of: (tenant) => known.value().get(keyOf(tenant)) ?? USUAL,
    refresh: known.refresh,
    async announce() {
      await known.refresh();
      store.notify(CHANNEL);
    },
  };
}

function keyOf({ merchantId, livemode }: Tenant): string {
  return `${merchantId}:${livemode}`;
}
