import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Hasher } from '../../kernel/secrets/hasher.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Customers } from '../customers/index.ts';
import type { PhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import type { KnownPages } from './catalogue/products/known-pages.ts';
import type { Sales } from './sales/module.ts';
import type { WidgetSessionCache } from './staff/session-cache.ts';
import type { StaffCache } from './staff/staff-cache.ts';

/** What the operations of the till share. */
export type Pos = Context &
  Sales & {
    /** Through whom sales are paid for and money goes back. */
    readonly payments: PaymentPort;
    readonly customers: Customers;
    /** How papers look. */
    readonly papers: PaperBrands;
    /** The colour that a merchant chose for its pages, which its tills wear; null: none. */
    readonly accentOf: (tenant: Tenant) => Promise<string | null>;
    /** Who works at the tills. */
    readonly staff: StaffCache;
    /** Who signed in at tills and widgets, by their tokens. */
    readonly sessions: WidgetSessionCache;
    /** Makes pictures of products anew. */
    readonly pictures: PhotoEncoder;
    /** Pages of products that were asked for lately. */
    readonly productPages: KnownPages;
    /** For the PINs of staff. */
    readonly hasher: Hasher;
  };
