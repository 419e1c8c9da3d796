import type { Tenant } from '../../kernel/call/tenant.ts';
import type { LetterBrand } from './dress-letter.ts';

/** How the letters of each merchant look. */
export type BrandPort = { readonly find: (tenant: Tenant) => Promise<LetterBrand> };
