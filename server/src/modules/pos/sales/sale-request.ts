import {
  idRandomBytes,
  makeId,
  type CreateSaleBody,
  type Currency,
  type StaffPermission,
  type UpdateSaleBody,
} from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import type { World } from '../../../kernel/running/world.ts';
import { ensureDefaultLocation } from '../settings/default-location.ts';
import { requireTerminal } from '../staff/terminals.ts';
import type { StockActor } from '../inventory/stock-move.ts';
import type { Pos } from '../module.ts';
import { findBuyer, type BuyerRow } from './buyers.queries.ts';
import { buyerNotFound } from './refuse-step.ts';

/** Who sells, and where, as far as it is known before the sale is composed. */
export type Seller = { readonly call: Call; readonly staff: StaffMember | null; readonly module: Pos };

/** Who buys. */
export type SaleBuyer = {
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly customer_phone: string | null;
  readonly customer_email: string | null;
};

export async function readSeller(call: Call, module: Pos, staffId: string | undefined): Promise<Seller> {
  return readActor(call, module, { staffId, permission: 'sell' });
}

/** Whoever changes a sale, where that wants a permission of its own. */
export async function readActor(
  call: Call,
  module: Pos,
  { staffId, permission }: { readonly staffId: string | undefined; readonly permission: StaffPermission },
): Promise<Seller> {
  const staff = await module.staff.acting(call, staffId ?? null);
  module.staff.require(staff, permission);
  return { call, staff, module };
}

/** Behind the movements of stock. */
export function actorOf({ call, staff }: Pick<Seller, 'call' | 'staff'>): StockActor {
  return staff ? { type: 'staff', id: staff.id } : { type: 'key', id: call.caller.keyId };
}

type NamedBuyer = {
  readonly [Name in 'customer_id' | 'customer']?: UpdateSaleBody[Name] | undefined;
};

/** What was said of the buyer, over what the merchant knows of them. */
export async function readSaleBuyer(
  { customer_id, customer }: NamedBuyer,
  { call, module }: Pick<Seller, 'call' | 'module'>,
): Promise<SaleBuyer> {
  const known = customer_id ? await requireBuyer(module, call, customer_id) : null;
  return {
    customer_id: customer_id ?? null,
    customer_name: customer?.name ?? known?.name ?? null,
    customer_phone: customer?.phone
      ? readPhone(customer.phone, { path: 'customer.phone', call })
      : (known?.phone ?? null),
    customer_email: customer?.email ?? known?.email ?? null,
  };
}

async function requireBuyer({ store }: Pos, { tenant }: Call, id: string): Promise<BuyerRow> {
  const row = await findBuyer(store.of(tenant), tenant, id);
  if (!row) throw buyerNotFound(id);
  return row;
}

/** A till that is named must be there; the one that a session is bound to was asked for before. */
export async function refuseUnknownTill(
  terminalId: string | undefined,
  { call, module }: Pick<Seller, 'call' | 'module'>,
): Promise<void> {
  if (terminalId !== undefined && terminalId !== call.caller.session?.terminalId)
    await requireTerminal(module.store.of(call.tenant), call.tenant, terminalId);
}

/** The location that is named, unjudged, else where the till stands that sells, else the merchant's default. TERMINAL_NOT_FOUND. */
export async function readSalePlace(
  { location_id, terminal_id }: Pick<CreateSaleBody, 'location_id' | 'terminal_id'>,
  seller: Pick<Seller, 'call' | 'module'>,
): Promise<string> {
  const { call, module } = seller;
  if (location_id !== undefined) {
    await refuseUnknownTill(terminal_id, seller);
    return location_id;
  }
  const terminalId = terminal_id ?? call.caller.session?.terminalId ?? null;
  return terminalId === null
    ? readDefaultPlace(seller)
    : (await requireTerminal(module.store.of(call.tenant), call.tenant, terminalId)).location_id;
}

/** The merchant's default location. */
export async function readDefaultPlace({ call, module }: Pick<Seller, 'call' | 'module'>): Promise<string> {
  return (await ensureDefaultLocation(module.store.of(call.tenant), call.tenant, call.now)).id;
}

export function refuseOtherCurrency(currency: string | undefined, { caller }: Call): Currency {
  const own = caller.merchant.currency;
  if (currency !== undefined && currency !== own)
    throw new Failure(
      'CURRENCY_MISMATCH',
      `Sales are in the merchant's currency, ${own}; ${currency} was asked for.`,
      { details: { currency: own } },
    );
  return own;
}

export function makePaymentIds(world: World, count: number): readonly string[] {
  return Array.from({ length: count }, () =>
    makeId('pay_', world.systemNow().getTime(), world.randomBytes(idRandomBytes)),
  );
}
