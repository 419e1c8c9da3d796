import {
  operations,
  toMajor,
  type Input,
  type Operations,
  type Sale,
  type UpdateSaleBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { advanceSale } from './advance-sale.ts';
import { answerChange } from './keep-sale-answer.ts';
import { pricingOf, readTerms } from './compose-cart.ts';
import { figuresOf } from './compose-sale.ts';
import { presentSale } from './present-sale.ts';
import { priceItems, wantsOf } from './price-items.ts';
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

/** Changes a sale that is parked. */
export async function updateSale({ params, body }: Updated, call: Call, module: Pos): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id);
  const buyer =
    body.customer === undefined && body.customer_id === undefined ? null : await readSaleBuyer(body, seller);
  await refuseUnknownTill(body.terminal_id, seller);
  return answerChange(seller, params.id, (before) => {
    if (statusOf(before) !== 'parked')
      throw stateConflict(
        before,
        'parked',
        `Only a parked sale is changed; this one is ${statusOf(before).replace('_', ' ')}`,
      );
    requireMatch(call.ifMatch, { what: 'The sale', version: before.version });
    refuseReadOnly(operations.updateSale.readOnly, body, presentSale(before, module));
    return {
      wants: wantsOf(body.items ?? []),
      compose: (basis) => {
        const draft = draftOf(before, { body, buyer, cart: cartAfter(before, { body, basis, seller }) });
        if (shareLeft(draft) < 0n)
          throw invalid({
            path: 'items',
            message: `must cost at least what is paid already, ${toMajor(before.amount_paid, before.currency)} ${before.currency}; give up the sale to pay that back`,
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

type Drafted = {
  readonly body: UpdateSaleBody;
  readonly buyer: SaleBuyer | null;
  readonly cart: TotalledSale;
};

function draftOf(before: SaleRow, { body, buyer, cart }: Drafted): SaleRow {
  return {
    ...before,
    terminal_id: body.terminal_id ?? before.terminal_id,
    staff_id: body.staff_id ?? before.staff_id,
    cash_session_id: body.cash_session_id ?? before.cash_session_id,
    notes: body.notes === undefined ? before.notes : body.notes,
    // Other lines are kept in the stock anew.
    stock_round:
      body.items !== undefined && before.stock_state === 'reserved'
        ? before.stock_round + 1
        : before.stock_round,
    ...buyer,
    ...figuresOf(cart),
  };
}

function cartAfter(
  before: SaleRow,
  {
    body,
    basis,
    seller,
  }: { readonly body: UpdateSaleBody; readonly basis: SaleBasis; readonly seller: Seller },
): TotalledSale {
  const pricing = pricingOf({ basis, currency: before.currency, seller }, body.tax_inclusive);
  const was = termsOf(before);
  const read = readTerms(body, pricing);
  // Kept on other lines, a discount is given anew.
  if (body.items !== undefined && body.discount === undefined && BigInt(was.discount?.value ?? 0) > 0n)
    pricing.demand('discount');
  const terms: CartTerms = {
    discount: body.discount === undefined ? was.discount : read.discount,
    service: body.service_charge === undefined ? was.service : read.service,
    tipMinor: body.tip === undefined ? before.tip : read.tipMinor,
  };
  return totalSale(
    body.items === undefined ? linesOf(before).map(draftOfLine) : priceItems(body.items, pricing),
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
