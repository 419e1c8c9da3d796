import type { TestService } from './service.ts';

const LEASE_MS = 31_000;

/** Lets half a minute pass by every clock: those of the services, and the database's own, by which leases end. */
export async function passLeases(...services: readonly TestService[]): Promise<void> {
  for (const service of services) service.advance(LEASE_MS);
  await services[0]?.query(`UPDATE idempotency_keys SET taken_at = taken_at - interval '31 seconds'`);
  await services[0]?.query(`UPDATE invoice_payments SET begun_at = begun_at - interval '31 seconds'`);
  await services[0]?.query(`UPDATE payment_polls SET leased_until = leased_until - interval '31 seconds'`);
  await services[0]?.query(`UPDATE test_clocks SET taken_at = taken_at - interval '31 seconds'`);
}
