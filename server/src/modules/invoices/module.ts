import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Customers } from '../customers/index.ts';
import type { PhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';

/** What the operations of invoices share. */
export type Invoices = Context & {
  /** Through whom invoices are paid and money goes back. */
  readonly payments: PaymentPort;
  readonly customers: Customers;
  /** How papers look. */
  readonly papers: PaperBrands;
  /** Makes logos of our own of foreign pictures. */
  readonly photos: PhotoEncoder;
  /** The operator has an account there, so that messages go out by themselves. */
  readonly hasWhatsApp: boolean;
};
