import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { orNull } from '../../../kernel/list/page-rows.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const LOOK = {
  logo_token: 'text?',
  icon_token: 'text?',
  cover_token: 'text?',
  accent: 'text?',
  phone: 'text?',
  email: 'text?',
  whatsapp: 'text?',
  returns: 'text?',
  terms_url: 'text?',
  privacy_url: 'text?',
  footer: 'text?',
} as const;
const ROW = { version: 'int4', updated_at: 'timestamptz', ...LOOK } as const;
const NAMES = Object.keys(LOOK);

const find = statement({
  name: 'branding.find',
  params: KEY,
  row: { store_name: 'text', ...orNull(ROW) },
  sql: `SELECT m.store_name, ${Object.keys(ROW)
    .map((name) => `b.${name}`)
    .join(', ')}
        FROM merchants m LEFT JOIN merchant_branding b ON b.merchant_id = m.id AND b.livemode = :livemode WHERE m.id = :merchant_id`,
});

/** Takes effect on the version that was read; 0 where there was no row. */
const change = statement({
  name: 'branding.change',
  params: { ...KEY, read_version: 'int4', updated_at: 'timestamptz', ...LOOK },
  row: { version: 'int4' },
  sql: `INSERT INTO merchant_branding AS b (merchant_id, livemode, version, updated_at, ${NAMES.join(', ')})
        SELECT :merchant_id, :livemode, :read_version::int4 + 1, :updated_at, ${NAMES.map((name) => `:${name}`).join(', ')}
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET version = b.version + 1, updated_at = :updated_at, ${NAMES.map((name) => `${name} = :${name}`).join(', ')}
          WHERE b.version = :read_version
        RETURNING b.version`,
});

/** What a merchant chose; pictures by the tokens of their links. */
export type Look = ValuesOf<typeof LOOK>;
/** Version 0: nothing was ever set. */
export type KeptLook = {
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly storeName: string;
  readonly look: Look;
};

const PLAIN: Look = Object.freeze({
  logo_token: null,
  icon_token: null,
  cover_token: null,
  accent: null,
  phone: null,
  email: null,
  whatsapp: null,
  returns: null,
  terms_url: null,
  privacy_url: null,
  footer: null,
});

export async function findLook(runner: Runner, tenant: Tenant): Promise<KeptLook> {
  const [row] = await runner.run(find, keyOf(tenant));
  if (!row) throw new Error(`The merchant ${tenant.merchantId} is not there.`);
  const { version, updated_at: updatedAt, store_name: storeName, ...look } = row;
  return { version: version ?? 0, updatedAt, storeName, look: version === null ? PLAIN : look };
}

/** False where the version has moved on. */
export async function writeLook(
  runner: Runner,
  tenant: Tenant,
  { version, look, at }: { readonly version: number; readonly look: Look; readonly at: Date },
): Promise<boolean> {
  const rows = await runner.run(change, { ...keyOf(tenant), read_version: version, updated_at: at, ...look });
  return rows.length > 0;
}
