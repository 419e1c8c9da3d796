import { Failure } from '../core/failure.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../store/index.ts';
import { customerFact, type CustomerKind } from './customer-facts.ts';
import { changeCustomer, findCustomer, type CustomerRow } from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';

type Whose = { readonly runner: Runner; readonly tenant: Tenant; readonly id: string };

const TRIES_MAX = 8;

/** Reads the customer, lets `decide` say what it is next, and writes that if nobody was faster; else reads and decides again. */
export async function changeAsRead(
  { runner, tenant, id }: Whose,
  kind: CustomerKind,
  decide: (row: CustomerRow) => CustomerRow,
): Promise<CustomerRow> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const before = await findCustomer(runner, tenant, id);
    if (!before) throw customerNotFound(id);
    const row = decide(before);
    const changed = await changeCustomer(runner, tenant, { row, facts: [customerFact(row, kind)] });
    if (changed) return changed;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this customer at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
