import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { PaymentPort } from '../../payments/index.ts';
import type { FoundItem, WantedItem } from '../catalogue/sellables.ts';
import type { PosSettingsRow } from '../settings/pos-settings.queries.ts';
import type { SaleStepResult } from './change-sales.queries.ts';
import type { SellingPlace } from './place.queries.ts';
import type { SaleStep } from './sale-step.ts';

export type LocationKey = { readonly tenant: Tenant; readonly locationId: string };

/** Where a sale is made, how, and at what prices, all read for the very batch. */
export type SaleBasis = {
  readonly place: SellingPlace;
  readonly settings: PosSettingsRow;
  /** What was asked for by `wants`, in its order. */
  readonly found: readonly FoundItem[];
};

/** One sale that is to be made or changed. */
export type WantedSale = {
  readonly key: LocationKey;
  /** What of the catalogue it needs to know. */
  readonly wants: readonly WantedItem[];
  /** Decides; it may be asked again. Refusals are thrown. */
  readonly compose: (basis: SaleBasis) => SaleStep;
};

/** `moved`, `known`, `repeated`: nothing was written. */
export type Sold = {
  readonly outcome: 'granted' | 'moved' | 'known' | 'repeated';
  readonly step: SaleStep;
  readonly result: SaleStepResult;
};
/** What becomes of one that is wanted. */
export type SaleVerdict = { readonly sold: Sold } | { readonly refusal: unknown };

/** Grants or refuses, exactly. Refusals are thrown. */
export type Sell = (wanted: WantedSale) => Promise<Sold>;

/** What the sellers stand on. */
export type SellerContext = Context & { readonly payments: PaymentPort };
