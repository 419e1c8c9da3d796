import {
  formatMoney,
  operations,
  type CreateSaleBody,
  type Input,
  type Operations,
  type Sale,
  type SaleDiscountIn,
  type UpdateSaleBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly, saidAnew } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { advanceSale } from './advance-sale.ts';
import { answerChange } from './keep-sale-answer.ts';
import { pricingOf, readTerms } from './compose-cart.ts';
import { figuresOf } from './compose-sale.ts';
import { presentSale } from './present-sale.ts';
import { priceItems, TAXES_READ, wantsOf, type ItemToPrice } from './price-items.ts';
import { stateConflict } from './sale-step.ts';
import { linesOf, shareLeft, statusOf, termsOf, type SaleLine } from './sale-parts.ts';
import {
  actorOf,
  readSaleBuyer,
  readSeller,
  refuseUnknownTill,
  type SaleBuyer,
  type Seller,
} from './sale-request.ts';
import type { SaleRow } from './sales.queries.ts';
import type { SaleBasis } from './selling.ts';
import { totalSale, type CartTerms, type LineDraft, type TotalledSale } from './total-sale.ts';

type Updated = Input<Operations['updateSale']>;
type ItemAsRead = NonNullable<UpdateSaleBody['items']>[number];

/** As many characters as `custom_name` may have. */
const CUSTOM_NAME_MAX = 200;

/** Changes a sale that is parked. What is sent as it was read stays as it is. */
export async function updateSale({ params, body }: Updated, call: Call, module: Pos): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id ?? undefined);
  return answerChange(seller, params.id, async (before) => {
    if (statusOf(before) !== 'parked')
      throw stateConflict(
        before,
        'parked',
        `Only a parked sale is changed; this one is ${statusOf(before).replace('_', ' ')}`,
      );
    requireMatch(call.ifMatch, { what: 'The sale', version: before.version });
    const shown = presentSale(before, module);
    refuseReadOnly(operations.updateSale.readOnly, body, shown);
    const said = saidAnew(body, shown);
    if (Object.keys(said).length === 0) return null;
    const change = readChange(said);
    const buyer = await buyerAfter(body, { said, seller });
    await refuseUnknownTill(change.terminal_id, seller);
    return {
      wants: wantsOf(change.items ?? []),
      compose: (basis) => {
        const draft = draftOf(before, { change, buyer, cart: cartAfter(before, { change, basis, seller }) });
        if (shareLeft(draft) < 0n)
          throw invalid({
            path: 'items',
            message: `must cost at least what is paid already, ${formatMoney(before.amount_paid, before.currency)}; give up the sale to pay that back`,
          });
        return advanceSale(before, draft, {
          basis,
          module,
          at: call.now,
          actor: actorOf(seller),
          after: 'now',
          claimOf: null,
        });
      },
    };
  });
}

/** Null: as it was. Who is named anew has his own name, unless another is said with it. */
async function buyerAfter(
  { customer, customer_id }: UpdateSaleBody,
  { said, seller }: { readonly said: Partial<UpdateSaleBody>; readonly seller: Seller },
): Promise<SaleBuyer | null> {
  if (said.customer === undefined && said.customer_id === undefined) return null;
  return readSaleBuyer({ customer_id, customer: said.customer_id ? said.customer : customer }, seller);
}

/** What is to change, in the words in which a sale is made. */
type SaleChange = Pick<CreateSaleBody, 'terminal_id' | 'staff_id' | 'cash_session_id' | 'tax_inclusive'> & {
  readonly items: readonly ItemToPrice[] | undefined;
  readonly notes: string | null | undefined;
  readonly discount: SaleDiscountIn | null | undefined;
  readonly service_charge: CreateSaleBody['service_charge'] | null;
  readonly tip: CreateSaleBody['tip'] | null;
};

/** Refuses what only says what was read, where that is another by now. */
function readChange(said: Partial<UpdateSaleBody>): SaleChange {
  const { terminal_id, staff_id, cash_session_id, service_charge, tax_inclusive } = said;
  const kept = Object.entries({ terminal_id, staff_id, cash_session_id }).find(([, id]) => id === null);
  if (kept) throw invalid({ path: kept[0], message: 'can be another, but not be taken away' });
  if (typeof service_charge === 'number' || typeof service_charge === 'string')
    throw invalid({ path: 'service_charge', message: 'must have type and value to be another' });
  return {
    ...(terminal_id ? { terminal_id } : {}),
    ...(staff_id ? { staff_id } : {}),
    ...(cash_session_id ? { cash_session_id } : {}),
    ...(tax_inclusive === undefined ? {} : { tax_inclusive }),
    items: said.items?.map(readItem),
    notes: said.notes,
    discount: said.discount && readReason(said.discount),
    service_charge,
    tip: said.tip,
  };
}

/** An item in the words in which a sale is made; as it was read, what is in no catalogue has its name under `name`. */
function readItem(
  { product_id, variant_id, discount, note, name, taxes, ...item }: ItemAsRead,
  at: number,
): ItemToPrice {
  const isCustom = !product_id && !variant_id;
  const customName = item.custom_name ?? name;
  if (isCustom && customName !== undefined && customName.length > CUSTOM_NAME_MAX)
    throw invalid({ path: `items[${at}].name`, message: `must have at most ${CUSTOM_NAME_MAX} characters` });
  return {
    ...item,
    ...(product_id ? { product_id } : {}),
    ...(variant_id ? { variant_id } : {}),
    ...(isCustom && customName !== undefined ? { custom_name: customName } : {}),
    ...(isCustom && taxes ? { [TAXES_READ]: taxes } : {}),
    ...(discount ? { discount: readReason(discount) } : {}),
    ...(note ? { note } : {}),
  };
}

function readReason({ reason, ...discount }: NonNullable<UpdateSaleBody['discount']>): SaleDiscountIn {
  return reason ? { ...discount, reason } : discount;
}

type Drafted = {
  readonly change: SaleChange;
  readonly buyer: SaleBuyer | null;
  readonly cart: TotalledSale;
};

function draftOf(before: SaleRow, { change, buyer, cart }: Drafted): SaleRow {
  return {
    ...before,
    terminal_id: change.terminal_id ?? before.terminal_id,
    staff_id: change.staff_id ?? before.staff_id,
    cash_session_id: change.cash_session_id ?? before.cash_session_id,
    notes: change.notes === undefined ? before.notes : change.notes,
    // Other lines are kept in the stock anew.
    stock_round:
      change.items !== undefined && before.stock_state === 'reserved'
        ? before.stock_round + 1
        : before.stock_round,
    ...buyer,
    ...figuresOf(cart),
  };
}

function cartAfter(
  before: SaleRow,
  {
    change,
    basis,
    seller,
  }: { readonly change: SaleChange; readonly basis: SaleBasis; readonly seller: Seller },
): TotalledSale {
  const pricing = pricingOf({ basis, currency: before.currency, seller }, change.tax_inclusive);
  const was = termsOf(before);
  const read = readTerms(change, pricing);
  // Kept on other lines, a discount is given anew.
  if (change.items !== undefined && change.discount === undefined && BigInt(was.discount?.value ?? 0) > 0n)
    pricing.demand('discount');
  const terms: CartTerms = {
    discount: change.discount === undefined ? was.discount : read.discount,
    service: change.service_charge === undefined ? was.service : read.service,
    tipMinor: change.tip === undefined ? before.tip : read.tipMinor,
  };
  return totalSale(
    change.items === undefined ? linesOf(before).map(draftOfLine) : priceItems(change.items, pricing),
    terms,
    basis.settings.tax_rounding,
  );
}

/** A line without what it cost, for that is what changes. */
function draftOfLine({
  gross: _gross,
  discount_total: _discount,
  tax: _tax,
  total: _total,
  ...draft
}: SaleLine): LineDraft {
  return draft;
}
