import type pg from 'pg';
import { Client } from 'pg';
import type { Place } from './shop.ts';

/** A database of a peer's own on the server that Cottontree's lies on. */
export async function createPeerDatabase(database: pg.Client, name: string): Promise<void> {
  await database.query(`CREATE DATABASE ${name}`);
}

/** Tells the planner what was filled, as the database itself would after a minute. */
export async function analyse(connection: Place['database']): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query('VACUUM (ANALYZE)').finally(() => client.end());
}

/** Orders of Vendure whose payments cover them. */
export async function countVendureOrders(place: Place): Promise<number> {
  return count(place, `SELECT count(*)::int AS found FROM "order" WHERE state = 'PaymentSettled'`);
}

/** Orders of Medusa whose payment was authorized, which is all that its own provider does of itself. */
export async function countMedusaOrders(place: Place): Promise<number> {
  return count(
    place,
    `SELECT count(*)::int AS found FROM order_payment_collection o JOIN payment_collection p ON p.id = o.payment_collection_id WHERE p.status = 'authorized'`,
  );
}

/** Sales of Cottontree that are paid. */
export async function countSales(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM sales WHERE status = 'completed'`,
  );
  return rows[0]?.found ?? 0;
}

async function count({ database }: Place, sql: string): Promise<number> {
  const client = new Client(database);
  await client.connect();
  const { rows } = await client.query<{ found: number }>(sql).finally(() => client.end());
  return rows[0]?.found ?? 0;
}
