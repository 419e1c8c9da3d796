import {
  idRandomBytes,
  makeId,
  type NoticeAudience,
  type NoticeKind,
  type NoticeLocale,
} from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { World } from '../../kernel/running/world.ts';
import type { Channels } from './channels/open-channels.ts';
import type { NoticeFacts } from './notice-facts.ts';
import type { NoticeBatch } from './notices.queries.ts';

/** The vault's purpose for the phones of notices, and for their fingerprints. */
export const PHONE_SECRET = 'notice-phone';

/** The numbers that stand for outcomes of tests; nobody's, so never messaged. */
const TEST_NUMBER = /^\+2329900000[1-8]$/;

/** A message as it is planned. */
export type PlannedNotice = {
  readonly tenant: Tenant;
  readonly kind: NoticeKind;
  readonly audience: NoticeAudience;
  /** Null: by e-mail, to the merchant unless `email` says otherwise. */
  readonly phone: string | null;
  /** Of somebody who is told by e-mail. */
  readonly email?: string | null;
  /** Not by SMS, where there is another way to phones. */
  readonly by?: 'whatsapp';
  readonly locale: NoticeLocale;
  /** The job number; empty for what is about no job. */
  readonly entity: string;
  readonly facts: NoticeFacts;
  /** Told once within a period. */
  readonly once?: { readonly mark: string; readonly period: Date };
};

const EPOCH = new Date(0);
const NOTHING = Buffer.alloc(0);
/** The 12 bits behind the version of a UUIDv7. */
const PLACES_MASK = 0xfff;

/** Planned messages as rows: addresses sealed, and what is not to be sent marked with the reason. */
export function composeBatch(
  { world, vault, channels }: Pick<Context, 'world' | 'vault'> & { readonly channels: Channels },
  planned: readonly PlannedNotice[],
): NoticeBatch {
  const now = world.systemNow();
  return {
    created_at: now,
    merchant_ids: planned.map(({ tenant }) => tenant.merchantId),
    livemodes: planned.map(({ tenant }) => tenant.livemode),
    ids: planned.map((_notice, place) => idOf(place, now, world)),
    kinds: planned.map(({ kind }) => kind),
    audiences: planned.map(({ audience }) => audience),
    channels: planned.map(({ phone, by }) =>
      phone === null
        ? channels.forMail
        : by === 'whatsapp' && channels.hasWhatsApp
          ? 'whatsapp'
          : channels.forPhones,
    ),
    entities: planned.map(({ entity }) => entity),
    addresses: planned
      .map(addressOf)
      .map((address) => (address === null ? NOTHING : vault.seal(address, PHONE_SECRET))),
    address_macs: planned
      .map(addressOf)
      .map((address) => (address === null ? NOTHING : vault.fingerprint(PHONE_SECRET, address))),
    locales: planned.map(({ locale }) => locale),
    facts: planned.map(({ facts }) => facts),
    reasons: planned.map(reasonNotToSend),
    marks: planned.map(({ once }) => once?.mark ?? ''),
    periods: planned.map(({ once }) => once?.period ?? EPOCH),
  };
}

/** Ids of one moment in the order in which the messages were planned: their place stands where chance would begin. */
function idOf(place: number, now: Date, world: Pick<World, 'randomBytes'>): string {
  const random = world.randomBytes(idRandomBytes);
  random.writeUInt16BE(place & PLACES_MASK, 0);
  return makeId('ntc_', now.getTime(), random);
}

/** Null for the merchant's own. */
function addressOf({ phone, email }: PlannedNotice): string | null {
  return phone ?? email ?? null;
}

function reasonNotToSend({ tenant, phone }: PlannedNotice): string {
  if (phone !== null && TEST_NUMBER.test(phone)) return 'test_number';
  return tenant.livemode ? '' : 'test_mode';
}
