import { scanPolicyDefault } from '@cottontree/contract';
import { parcel } from './parcel.ts';
import { sellTickets } from './sell-tickets.ts';
import type { TestMerchant, TestService } from './service.ts';

/** As many of a thing as one request may bring or show, made by the database itself. */
type Runtime = { readonly service: TestService; readonly shop: TestMerchant };

/** Tickets of one event; answers its id. */
export async function manyTickets({ service, shop }: Runtime, count: number): Promise<string> {
  const { eventId, ticketIds } = await sellTickets(service, { merchantId: shop.id });
  await service.query('UPDATE events SET scan_policy = $2 WHERE id = $1', [eventId, scanPolicyDefault]);
  await service.query(
    `INSERT INTO tickets SELECT (jsonb_populate_record(t, jsonb_build_object('id', 'tkt_more' || lpad(n::text, 20, '0'), 'line', n, 'qr_id', '\\x' || substr(md5(n::text), 1, 24), 'code', md5(n::text)))).*
     FROM tickets t, generate_series(2, $2::int) n WHERE t.id = $1`,
    [ticketIds[0], count],
  );
  return eventId;
}

/** Lines of one sale, each of a product of its own, so that a report has as many groups. */
export async function manySoldProducts({ service, shop }: Runtime, count: number): Promise<void> {
  const { data: sale } = await shop.client.createSale({
    body: {
      items: [{ custom_name: 'Rice', unit_price: 10.5, quantity: 2 }],
      payments: [{ channel: 'cash' }],
    },
  });
  await service.query(
    "INSERT INTO sale_lines SELECT (jsonb_populate_record(l, jsonb_build_object('line', 1000 + n, 'product_id', 'prod_' || n))).* FROM sale_lines l, generate_series(1, $2::int) n WHERE l.sale_id = $1 AND l.line = (SELECT min(line) FROM sale_lines WHERE sale_id = $1)",
    [sale.id, count],
  );
}

/** Deliveries as the first one is. */
export async function manyDeliveries({ service, shop }: Runtime, count: number): Promise<void> {
  const { data } = await shop.client.createDelivery({ body: parcel });
  await service.query(
    "INSERT INTO deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('job_number', 'SHP-' || n, 'quote_nonce', null, 'tracking_token', 't' || n, 'order_guarded', false))).* FROM deliveries d, generate_series(2, $2::int) n WHERE d.job_number = $1",
    [data.job_number, count],
  );
}

type Border = {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly [number, number])[])[];
};
const POSITIONS = 10_000;

/** A border that goes to and fro: every edge lies beside every other, and none crosses one. */
export function combedBorder(): Border {
  const teeth = Array.from(
    { length: POSITIONS - 3 },
    (_, at) => [(at % 2 === 0 ? -12.9 : -11.1) + at * 0.00001, 7 + at * 0.0001] as const,
  );
  const [south, north] = [7 - 0.0001, 7 + POSITIONS * 0.0001];
  return {
    type: 'Polygon',
    coordinates: [[...teeth, [-13.0001, north], [-13.0001, south], teeth[0] ?? [0, 0]]],
  };
}

/** A border as round as it can be drawn. */
export function roundBorder(at: number): Border {
  const ring = Array.from(
    { length: POSITIONS - 1 },
    (_, place) =>
      [
        -12 + at * 0.001 + 0.5 * Math.cos((2 * Math.PI * place) / (POSITIONS - 1)),
        8 + 0.5 * Math.sin((2 * Math.PI * place) / (POSITIONS - 1)),
      ] as const,
  );
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] };
}
