import type { CustomerRow } from './customers.queries.ts';

/** The next version of a customer, of whom nothing is known. */
export function forgotten(row: CustomerRow, at: Date): CustomerRow {
  return {
    ...row,
    version: row.version + 1,
    name: null,
    phone: null,
    email: null,
    address: null,
    tax_id: null,
    notes: null,
    tags: [],
    metadata: {},
    updated_at: at,
  };
}
