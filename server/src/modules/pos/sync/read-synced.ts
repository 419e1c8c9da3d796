import {
  idRandomBytes,
  makeId,
  type Currency,
  type StaffPermission,
  type SyncedSaleIn,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { parseOwnPhone } from '../../../kernel/phone/read-phone.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import type { World } from '../../../kernel/running/world.ts';
import { readMoney, readSignedMoney } from '../../../kernel/money/read-figures.ts';
import { readTerms } from '../sales/compose-cart.ts';
import { refuseOtherCurrency } from '../sales/sale-request.ts';
import type { CartTerms } from '../sales/total-sale.ts';

const TOKEN_BYTES = 16;
/** As the contract has it. */
const NOTES_MAX = 2_000;

/** A sale of a till, as far as it can be read by itself; what cannot is refused here. */
export type ReadSynced = {
  readonly body: SyncedSaleIn;
  readonly hash: Buffer;
  readonly currency: Currency;
  readonly totalMinor: bigint;
  readonly roundingMinor: bigint;
  readonly terms: CartTerms;
  /** What the whole of it wants a permission for. */
  readonly demands: readonly StaffPermission[];
  readonly phone: string | null;
  readonly notes: string | null;
  /** By the till's clock, put right by how far that is off now; never ahead of now, nor further back than tills are away. */
  readonly happenedAt: Date;
  /** As the till's clock had it. */
  readonly toldAt: Date;
  /** How far the clock is off, as far as that can be seen. */
  readonly skewMs: number;
};

/** As long as tills may be away: what is told to have happened before is no time that a clock can be right about. */
const AGE_MS_MAX = 30 * 86_400_000;

export function readSynced(
  body: SyncedSaleIn,
  {
    hash,
    call,
    path,
    skewMs,
  }: {
    readonly hash: Buffer;
    readonly call: Call;
    readonly path: string;
    readonly skewMs: number | null;
  },
): ReadSynced {
  const currency = refuseOtherCurrency(body.currency, call);
  const toldAt = readTime(body.occurred_at, { path: `${path}.occurred_at`, call });
  const corrected = toldAt.getTime() + (skewMs ?? 0);
  const isTooOld = call.now.getTime() - corrected > AGE_MS_MAX;
  const demands: StaffPermission[] = ['sell'];
  if (
    body.items.some((item) =>
      [item.product_id ?? item.variant_id, item.custom_name, item.name].every((name) => name === undefined),
    )
  )
    throw invalid({
      path: `${path}.items`,
      message: 'must each have product_id, variant_id, custom_name or name',
    });
  return {
    body,
    currency,
    toldAt,
    hash,
    totalMinor: readMoney(body.total, { path: `${path}.total`, currency }),
    roundingMinor:
      body.cash_rounding === undefined
        ? 0n
        : readSignedMoney(body.cash_rounding, { path: `${path}.cash_rounding`, currency }),
    terms: readTerms(body, {
      currency,
      found: [],
      taxInclusive: false,
      demand: (permission) => void demands.push(permission),
    }),
    demands,
    ...readBuyerPhone(body, call),
    happenedAt: isTooOld ? call.now : new Date(Math.min(corrected, call.now.getTime())),
    skewMs: isTooOld ? Infinity : Math.max(Math.abs(skewMs ?? 0), corrected - call.now.getTime()),
  };
}

/** A number that nobody can dial makes no sale undone: it stays where a person reads it. */
function readBuyerPhone({ customer, notes }: SyncedSaleIn, call: Call): Pick<ReadSynced, 'phone' | 'notes'> {
  const parsed = customer?.phone === undefined ? null : parseOwnPhone(customer.phone, call);
  if (parsed === null || parsed.ok) return { phone: parsed?.e164 ?? null, notes: notes ?? null };
  return {
    phone: null,
    notes: [notes, customer?.phone]
      .filter((text) => text !== undefined)
      .join('\n')
      .slice(0, NOTES_MAX),
  };
}

/** What tells the sale from another, made before anything is decided about it. */
export type SyncedNames = {
  readonly id: string;
  readonly token: string;
  readonly paymentIds: readonly string[];
};

export function namesOfSynced(world: World, { payments }: SyncedSaleIn): SyncedNames {
  const make = (prefix: 'sale_' | 'pay_'): string =>
    makeId(prefix, world.now().getTime(), world.randomBytes(idRandomBytes));
  return {
    id: make('sale_'),
    token: world.randomBytes(TOKEN_BYTES).toString('base64url'),
    paymentIds: payments.map(() => make('pay_')),
  };
}
