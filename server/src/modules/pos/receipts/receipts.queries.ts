import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { findOwner, json, type Runner, statement, type ValuesOf } from '../../../store/index.ts';
import { SALE, SALE_COLUMNS, type SaleRow } from '../sales/sales.queries.ts';

/** Closed locations and people who have left, too: what was sold by them stays. */
const seller = statement({
  name: 'receipts.seller',
  params: { merchant_id: 'text', livemode: 'bool', location_id: 'text', staff_id: 'text?' },
  row: {
    store_name: 'text',
    time_zone: 'text',
    location_name: 'text',
    address: 'text?',
    phone: 'text?',
    receipt_lines: 'text[]',
    staff_name: 'text?',
  },
  sql: `SELECT m.store_name, m.time_zone, l.name AS location_name, l.address, l.phone, l.receipt_lines,
          (SELECT s.name FROM staff s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :staff_id) AS staff_name
        FROM locations l JOIN merchants m ON m.id = l.merchant_id WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :location_id`,
});

/** Of any merchant: the token alone is what lets somebody read it. */
const byToken = statement({
  name: 'receipts.byToken',
  params: { merchant_id: 'text', livemode: 'bool', token: 'text' },
  row: SALE,
  sql: `SELECT ${SALE_COLUMNS} FROM sales s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.receipt_token = :token AND s.completed_at IS NOT NULL`,
});

const tell = statement({
  name: 'receipts.tell',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', facts: json<readonly Fact[]>() },
  row: {},
  sql: `WITH letter AS (SELECT :merchant_id::text AS merchant_id, :livemode::bool AS livemode, :id::text AS id) ${announcement({ source: 'letter', entity: 'id', facts: ':facts' })}`,
});

/** Who sold, and where, as receipts say it. */
export type SellerOnReceipt = ValuesOf<(typeof seller)['row']>;

export async function findSeller(
  runner: Runner,
  tenant: Tenant,
  { locationId, staffId }: { readonly locationId: string; readonly staffId: string | null },
): Promise<SellerOnReceipt | undefined> {
  return (await runner.run(seller, { ...keyOf(tenant), location_id: locationId, staff_id: staffId }))[0];
}

export async function findSaleByToken(system: Runner, token: string): Promise<SaleRow | undefined> {
  const owner = await findOwner(system, 'receipt', token);
  return owner && (await system.run(byToken, { ...owner, token }))[0];
}

/** Lets a receipt be sent soon after this commits; `id` is the letter's own. */
export async function tellOfReceipt(
  runner: Runner,
  tenant: Tenant,
  { id, fact }: { readonly id: string; readonly fact: Fact },
): Promise<void> {
  await runner.run(tell, { ...keyOf(tenant), id, facts: [fact] });
}
