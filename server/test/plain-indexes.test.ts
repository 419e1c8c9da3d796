import { afterAll, beforeAll, expect, test } from 'vitest';
import { planDistribution } from '../src/cli/distribute/plan-distribution.ts';
import { readSchemaFacts } from '../src/cli/distribute/schema-facts.queries.ts';
import { connectionFromUrl, directoryChecks, readSnapshot, runChecks } from '../src/store/index.ts';
import { parcel } from './kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;

/** As the script of `distribute --plan` leaves them: no index of a table is unique over all merchants, only the directory is. */
beforeAll(async () => {
  service = await startService();
  [shop, other] = [await service.merchant(), await service.merchant()];
  const facts = await readSnapshot(connectionFromUrl(service.databaseUrl), readSchemaFacts);
  const plain = planDistribution(facts).commands.filter((command) => !command.startsWith('SELECT '));
  expect(plain.length).toBeGreaterThan(20);
  for (const command of plain) await service.query(command);
});
afterAll(() => service[Symbol.asyncDispose]());

test('a slug that another merchant has is refused as before, with a key for repeating too', async () => {
  await shop.client.createPaymentLink({ body: { amount: 5, title: 'Rice', slug: 'rice-of-all' } });
  const body = { amount: 5, title: 'Rice', slug: 'rice-of-all' };
  for (const key of [{}, { idempotencyKey: 'link-1' }])
    await expect(other.client.createPaymentLink({ body, ...key })).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
    });
  expect((await other.client.listPaymentLinks()).meta.total).toBe(0);
});

test('a delivery whose number is taken gets another one', async () => {
  await service.query('CREATE SEQUENCE draws');
  await service.query('GRANT USAGE ON SEQUENCE draws TO cottontree_app');
  await service.query(`CREATE FUNCTION taken_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.kind = 'job' AND nextval('draws') = 1 THEN
      RAISE unique_violation USING CONSTRAINT = 'directory_pkey';
    END IF;
    RETURN NEW;
  END $$`);
  await service.query(
    'CREATE TRIGGER taken_once BEFORE INSERT ON directory FOR EACH ROW EXECUTE FUNCTION taken_once()',
  );
  const made = await shop.client.createDelivery({ body: parcel, idempotencyKey: 'delivery-1' });
  const again = await shop.client.createDelivery({ body: parcel, idempotencyKey: 'delivery-1' });
  expect(again).toMatchObject({ data: { job_number: made.data.job_number }, replayed: true });
  expect(await service.query('SELECT last_value::int AS drawn FROM draws')).toEqual([{ drawn: 2 }]);
});

test('the rows of all that was made are listed', async () => {
  await shop.client.createPayment({ body: { amount: 5, channel: 'cash' } });
  expect(
    await readSnapshot(connectionFromUrl(service.databaseUrl), (runner) =>
      runChecks(runner, directoryChecks),
    ),
  ).toEqual([]);
});
