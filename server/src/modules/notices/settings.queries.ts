import type { NoticeLocale } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const SETTINGS = {
  kinds: 'text[]',
  locale: text<NoticeLocale>(),
  sender_name: 'text?',
  updated_at: 'timestamptz',
} as const;

const listAll = statement({
  name: 'noticeSettings.listAll',
  params: {},
  row: { ...KEY, ...SETTINGS },
  sql: 'SELECT merchant_id, livemode, kinds, locale, sender_name, updated_at FROM notice_settings',
});

const find = statement({
  name: 'noticeSettings.find',
  params: KEY,
  row: SETTINGS,
  sql: 'SELECT kinds, locale, sender_name, updated_at FROM notice_settings WHERE merchant_id = :merchant_id AND livemode = :livemode FOR UPDATE',
});

/** Takes effect only on what was read: null where nothing was set. */
const put = statement({
  name: 'noticeSettings.put',
  params: { ...KEY, ...SETTINGS, read_at: 'timestamptz?' },
  row: SETTINGS,
  sql: `INSERT INTO notice_settings (merchant_id, livemode, kinds, locale, sender_name, updated_at) VALUES (:merchant_id, :livemode, :kinds, :locale, :sender_name, :updated_at)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET kinds = excluded.kinds, locale = excluded.locale, sender_name = excluded.sender_name, updated_at = excluded.updated_at
        WHERE notice_settings.updated_at = :read_at
        RETURNING kinds, locale, sender_name, updated_at`,
});

type Row = ValuesOf<typeof SETTINGS>;

export async function listAllSettings(
  system: Runner,
): Promise<readonly { readonly tenant: Tenant; readonly settings: TenantSettings }[]> {
  return (await system.run(listAll, {})).map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    settings: read(row),
  }));
}

/** The tenant's own settings, kept from others' changes until the transaction ends; undefined where all is as usual. */
export async function findSettings(runner: Runner, tenant: Tenant): Promise<TenantSettings | undefined> {
  const [row] = await runner.run(find, keyOf(tenant));
  return row && read(row);
}

/** False when somebody has set them since they were read. */
export async function putSettings(
  runner: Runner,
  tenant: Tenant,
  {
    before,
    after,
  }: { readonly before: TenantSettings; readonly after: TenantSettings & { readonly updatedAt: Date } },
): Promise<boolean> {
  const { kinds, locale, senderName, updatedAt } = after;
  return (
    (
      await runner.run(put, {
        ...keyOf(tenant),
        kinds,
        locale,
        sender_name: senderName,
        updated_at: updatedAt,
        read_at: before.updatedAt,
      })
    ).length === 1
  );
}

function read({ kinds, locale, sender_name: senderName, updated_at: updatedAt }: Row): TenantSettings {
  return { kinds, locale, senderName, updatedAt };
}

export type TenantSettings = {
  readonly kinds: readonly string[];
  readonly locale: NoticeLocale;
  readonly senderName: string | null;
  readonly updatedAt: Date | null;
};
