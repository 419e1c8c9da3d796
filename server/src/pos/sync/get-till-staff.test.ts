import { pbkdf2Sync, randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import type { PinVerifier } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPairedTills, type PairedTills } from '../../../test/kit/paired-tills.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let pairedTill: PairedTills['pairedTill'];
let worker: PairedTills['worker'];
let signIn: PairedTills['signIn'];
let session: PairedTills['session'];

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  ({ pairedTill, worker, signIn, session } = await openPairedTills(service, shop));
});
afterAll(() => service[Symbol.asyncDispose]());

describe('a till without network', () => {
  const derived = (pin: string, { salt, iterations }: PinVerifier): string =>
    pbkdf2Sync(pin, Buffer.from(salt, 'base64'), iterations, 32, 'sha256').toString('base64');
  const signers = async (key: string) =>
    (await createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 }).getTillStaff()).data;

  test('knows the right PIN of who works there, and of nobody else', async () => {
    const { data: away } = await shop.client.createLocation({ body: { name: 'Lumley' } });
    const here = await session({ name: 'Isatu', role: 'supervisor' });
    const elsewhere = await worker({ location_ids: [away.id] });
    const { terminal_id, staff } = await signers(here.key);
    expect(terminal_id).toBe(here.till.id);
    const me = staff.find(({ id }) => id === here.staffId);
    expect(me).toMatchObject({
      name: 'Isatu',
      permissions: expect.arrayContaining(['refund']),
      pin: { algorithm: 'PBKDF2-SHA-256', iterations: 600_000 },
    });
    expect(staff.map(({ id }) => id)).not.toContain(elsewhere);
    if (!me?.pin) throw new Error('Isatu has a PIN.');
    expect([derived('4827', me.pin) === me.pin.hash, derived('4828', me.pin) === me.pin.hash]).toEqual([
      true,
      false,
    ]);
    expect(
      JSON.stringify(await service.query('SELECT * FROM staff WHERE id = $1', [here.staffId])),
    ).not.toContain(me.pin.hash);
    await shop.client.updateStaff({ params: { id: here.staffId }, body: { is_active: false } });
    const other = await session();
    expect((await signers(other.key)).staff.map(({ id }) => id)).not.toContain(here.staffId);
  });

  test('learns a PIN that is older than this once its person signs in', async () => {
    const [at, staffId] = [await pairedTill(), await worker()];
    await service.query('UPDATE staff SET pin_verifier = NULL WHERE id = $1', [staffId]);
    const first = await signIn(at.token, { staff_id: await worker(), pin: '4827' });
    const pinOf = async (): Promise<unknown> =>
      (await signers(String(first.data['token']))).staff.find(({ id }) => id === staffId)?.pin;
    expect(await pinOf()).toBeNull();
    await signIn(at.token, { staff_id: staffId, pin: '4827' });
    expect(await pinOf()).toMatchObject({ iterations: 600_000 });
  });

  test('is told only in a session that began with a PIN at a paired till', async () => {
    await expect(shop.client.getTillStaff()).rejects.toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    const staffId = await worker();
    const { data: begun } = await shop.client.createWidgetSession({ body: { staff_id: staffId } });
    await expect(signers(begun.token)).rejects.toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    const here = await session();
    await shop.client.endTerminalPairing({ params: { id: here.till.id } });
    await expect(signers(here.key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('hands in what somebody else sold: marked, and with who handed it in', async () => {
    const [here, other] = [await session(), await worker({ name: 'Fatmata' })];
    const client = createClient({ baseUrl: service.baseUrl, apiKey: here.key, retries: 0 });
    const sold = (more: object) => ({
      client_id: randomUUID(),
      items: [{ custom_name: 'Bag', unit_price: 5 }],
      payments: [{ channel: 'cash' }],
      total: 5,
      occurred_at: service.server.ground.context.world.now().toISOString(),
      ...more,
    });
    const { data } = await client.syncSales({
      body: { sales: [sold({ staff_id: other }), sold({ staff_id: here.staffId }), sold({})] },
    });
    expect(data.results.map(({ sale }) => [sale?.staff_id, sale?.handed_in_by, sale?.flags])).toEqual([
      [other, here.staffId, ['staff_differs']],
      [here.staffId, null, []],
      [here.staffId, null, []],
    ]);
    const [mine] = data.results;
    expect((await shop.client.getSale({ params: { id: mine?.sale?.id ?? '' } })).data).toEqual(mine?.sale);
    expect((await shop.client.listSales({ query: { flagged: true, staff_id: other } })).data).toEqual([
      mine?.sale,
    ]);
  });
});
