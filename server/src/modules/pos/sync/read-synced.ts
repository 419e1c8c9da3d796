import {
  idRandomBytes,
  makeId,
  type Currency,
  type SaleFlag,
  type StaffPermission,
  type SyncedSaleIn,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { parseOwnPhone } from '../../../kernel/phone/read-phone.ts';
import { keptTime, putRight, readDeviceTime } from '../../../kernel/time/device-time.ts';
import type { World } from '../../../kernel/running/world.ts';
import { readMoney, readShare, readSignedMoney } from '../../../kernel/money/read-figures.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import { readTerms } from '../sales/compose-cart.ts';
import { refuseOtherCurrency } from '../sales/sale-request.ts';
import type { CartTerms, LineDraft } from '../sales/total-sale.ts';
import { taxesOf, type FoundItem, type Sellable } from '../catalogue/sellables.ts';
import { componentsOf, readDiscount, readQuantity } from '../sales/price-items.ts';
import type { KeptModifier, KeptTax } from '../sales/sale-parts.ts';
import type { SaleBasis } from '../sales/selling.ts';

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
  /** As the till's clock had it, as far as that can be kept. */
  readonly toldAt: Date;
  /** How far the clock is off, as far as that can be seen. */
  readonly skewMs: number;
};

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
  const toldAt = readDeviceTime(body.occurred_at, { path: `${path}.occurred_at`, call });
  const { at, offMs } = putRight(toldAt, { skewMs, now: call.now });
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
    toldAt: keptTime(toldAt),
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
    happenedAt: at,
    skewMs: offMs,
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
    token: makeLinkToken(world),
    paymentIds: payments.map(() => make('pay_')),
  };
}

type Item = SyncedSaleIn['items'][number];
type Charged = {
  readonly line: LineDraft;
  readonly flags: readonly SaleFlag[];
  /** What selling it like that wants a permission for. */ readonly demands: readonly StaffPermission[];
};
/** All lines together. */
type ChargedLines = {
  readonly lines: readonly LineDraft[];
  readonly flags: readonly SaleFlag[];
  readonly demands: readonly StaffPermission[];
};

/** What a till sold and neither it nor the catalogue can name. */
const UNNAMED = 'Unknown item';

/** The lines as a till charged them, and how they differ from the catalogue. */
export function chargedLines(
  { items, tax_inclusive }: SyncedSaleIn,
  { basis, currency }: { readonly basis: SaleBasis; readonly currency: Currency },
): ChargedLines {
  const inclusive = tax_inclusive ?? basis.settings.tax_inclusive;
  const charged = items.map((item, index) =>
    chargedLine(item, { index, found: basis.found[index], currency, inclusive }),
  );
  return {
    lines: charged.map(({ line }) => line),
    flags: [...new Set(charged.flatMap(({ flags }) => flags))],
    demands: charged.flatMap(({ demands }) => demands),
  };
}

type Charging = {
  readonly index: number;
  readonly found: FoundItem | undefined;
  readonly currency: Currency;
  readonly inclusive: boolean;
};

function chargedLine(item: Item, { index, found, currency, inclusive }: Charging): Charged {
  const path = `items[${index}]`;
  const isNamed = item.product_id !== undefined || item.variant_id !== undefined;
  const sellable = found === undefined || found === 'absent' || found === 'ambiguous' ? null : found;
  const price = readMoney(item.unit_price, { path: `${path}.unit_price`, currency });
  const ofCatalogue = sellable ? taxesOf(sellable, inclusive).map(keptTax) : [];
  const taxes =
    item.taxes?.map((tax, at): KeptTax => ({
      name: tax.name,
      rate: String(readShare(tax.rate, { path: `${path}.taxes[${at}].rate` })),
      inclusive: tax.inclusive ?? false,
    })) ?? ofCatalogue;
  const modifiers = chargedModifiers(item, { sellable, currency, path });
  const flags: SaleFlag[] = [];
  if (isNamed && !sellable) flags.push('unknown_item');
  const hasOtherPrice = sellable !== null && (price !== sellable.priceMinor || modifiers.hasChanged);
  if (hasOtherPrice) flags.push('price_changed');
  if (sellable && !isSame(taxes, ofCatalogue)) flags.push('tax_changed');
  const quantity = readQuantity(item.quantity ?? 1, { path: `${path}.quantity` });
  if (sellable && quantity % sellable.quantityStepMilli !== 0n) flags.push('quantity_step');
  const demands: StaffPermission[] = hasOtherPrice || !isNamed ? ['price_override'] : [];
  const demand = (permission: StaffPermission): void => void demands.push(permission);
  return {
    flags,
    demands,
    line: {
      line: index + 1,
      product_id: sellable?.productId ?? null,
      variant_id: sellable?.variantId ?? null,
      category_id: sellable?.categoryId ?? null,
      name: item.name ?? item.custom_name ?? sellable?.name ?? UNNAMED,
      sku: sellable?.sku ?? null,
      quantity: String(quantity),
      refunded: '0',
      list_price: sellable ? String(sellable.priceMinor) : null,
      unit_price: String(price),
      unit_cost: sellable?.costMinor === null || sellable === null ? null : String(sellable.costMinor),
      modifiers: modifiers.kept,
      discount:
        item.discount === undefined
          ? null
          : readDiscount(item.discount, { currency, demand }, `${path}.discount`),
      taxes,
      note: item.note ?? null,
      tracked: sellable?.trackInventory ?? false,
      ...(sellable ? componentsOf(sellable) : {}),
    },
  };
}

function chargedModifiers(
  { modifiers = [] }: Item,
  {
    sellable,
    currency,
    path,
  }: { readonly sellable: Sellable | null; readonly currency: Currency; readonly path: string },
): { readonly kept: readonly KeptModifier[]; readonly hasChanged: boolean } {
  const known = new Map(
    (sellable?.groups ?? []).flatMap((group) =>
      group.modifiers.map((modifier) => [modifier.id, modifier] as const),
    ),
  );
  const kept = modifiers.map(({ id, name, price, quantity = 1 }, at): KeptModifier => {
    const own = known.get(id);
    const charged =
      price === undefined
        ? (own?.priceMinor ?? 0n)
        : readMoney(price, { path: `${path}.modifiers[${at}].price`, currency });
    return { id, name: name ?? own?.name ?? UNNAMED, price: String(charged), quantity };
  });
  return { kept, hasChanged: kept.some(({ id, price }) => String(known.get(id)?.priceMinor) !== price) };
}

function keptTax({ name, rate, inclusive }: ReturnType<typeof taxesOf>[number]): KeptTax {
  return { name, rate: String(rate), inclusive };
}

/** Names may differ; what is charged may not. */
function isSame(one: readonly KeptTax[], other: readonly KeptTax[]): boolean {
  const figures = (taxes: readonly KeptTax[]): string =>
    JSON.stringify(taxes.map(({ rate, inclusive }) => `${rate} ${inclusive}`).toSorted());
  return figures(one) === figures(other);
}
