import type { CreatedDelivery } from '@cottontree/contract';
import { expect } from 'vitest';
import type { CourierAct } from '../../../web/courier/test/acts.ts';
import type { TestPerson, TestService } from './service.ts';

/** What was confirmed to the courier. */
export type CourierBooks = {
  readonly parcels: Map<string, CreatedDelivery>;
  readonly steps: Map<
    string,
    {
      readonly jobNumber: string;
      readonly kind: Extract<CourierAct, { readonly what: 'step' }>['step']['kind'];
    }
  >;
  readonly deposits: Map<string, readonly string[]>;
  /** Steps that the courier was shown as refused. */ readonly shown: Set<string>;
  /** Told that nothing was kept. */ unkept: number;
};
type Place = { readonly service: TestService; readonly rider: TestPerson };

/** Every step that was confirmed stands with the server once, or was shown as refused; so does all cash that was handed in. */
export async function expectParcels({ service, rider }: Place, books: CourierBooks): Promise<string> {
  const { parcels, steps, deposits, shown, unkept } = books;
  const events = await service.query(
    'SELECT client_id, kind FROM driver_events WHERE driver_id = $1 AND refusal IS NULL',
    [rider.id],
  );
  const done = new Set(events.map(({ client_id }) => String(client_id)));
  expect(
    [...done].filter((id) => !steps.has(id)),
    'nothing that nobody did',
  ).toEqual([]);
  const lost = [...steps].filter(([id]) => !done.has(id) && !shown.has(id));
  expect(lost, 'nothing that was confirmed is lost').toEqual([]);
  for (const jobNumber of parcels.keys()) {
    const kinds = [...steps].filter(([id, step]) => step.jobNumber === jobNumber && done.has(id));
    await expectOnce(service, jobNumber, kinds.filter(([, { kind }]) => kind === 'attempt').length);
  }
  const declared = await service.query(
    `SELECT d.client_id, array_agg(j.job_number) AS jobs FROM cash_deposits d JOIN cash_deposit_jobs j ON j.deposit_id = d.id WHERE d.driver_id = $1 GROUP BY d.client_id`,
    [rider.id],
  );
  expect(
    declared.map(({ client_id, jobs }) => [client_id, [...(jobs as string[])].sort()]).sort(byFirst),
  ).toEqual([...deposits].map(([id, jobs]) => [id, [...jobs].sort()]).sort(byFirst));
  const refused = [...steps.keys()].filter((id) => !done.has(id));
  return `${steps.size} steps with ${parcels.size} parcels (${unkept} more were told that nothing was kept), ${refused.length} refused and shown, ${deposits.size} times cash was handed in, cash in hand equal each time: 0 lost, 0 doubled`;
}

const byFirst = (one: readonly unknown[], other: readonly unknown[]): number =>
  String(one[0]) < String(other[0]) ? -1 : 1;

/** What merchants were told of a parcel they were told once, and each try counts once. */
async function expectOnce(service: TestService, jobNumber: string, tries: number): Promise<void> {
  const told = await service.query(
    `SELECT kind || ' ' || coalesce(facts->>'status', facts->>'milestone', facts->>'cod_status') AS told FROM outbox
     WHERE entity = $1 AND kind IN ('shipping.status.updated', 'shipping.cod.updated') OR entity = $1 AND facts->>'milestone' LIKE 'arrived%'`,
    [jobNumber],
  );
  const words = told.map((one) => String(one['told']));
  expect(new Set(words).size, words.join()).toBe(words.length);
  const [kept] = await service.query(
    `SELECT jsonb_array_length(coalesce(attempts, '[]')) AS tries FROM deliveries WHERE job_number = $1`,
    [jobNumber],
  );
  expect([jobNumber, kept?.['tries']]).toEqual([jobNumber, tries]);
}
