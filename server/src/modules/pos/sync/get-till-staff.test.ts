import { pbkdf2Sync, randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import {
  rolePermissions,
  staffPermissions,
  type PinVerifier,
  type StaffPermission,
} from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPairedTills, type PairedTills } from '../../../../test/kit/paired-tills.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

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
    const here = await session({ name: 'Isatu', role: 'supervisor' }, '482715');
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
    expect([derived('482715', me.pin) === me.pin.hash, derived('482716', me.pin) === me.pin.hash]).toEqual([
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

  test('gets nothing to check the PIN of who may do more than who is signed in, nor a short one of who may give money away', async () => {
    const permissionsOf = {
      cashier: rolePermissions.cashier,
      supervisor: rolePermissions.supervisor,
      manager: rolePermissions.manager,
      stocktaker: ['sell', 'stock'],
    } as const;
    const [levels, alone] = [
      Object.entries(permissionsOf),
      staffPermissions.map((permission) => [permission, [permission]] as const),
    ];
    const people = await Promise.all(
      [...levels, ...alone].flatMap(([, permissions]) =>
        ['4827', '482715'].map(async (pin) => ({
          id: await worker({ permissions: [...permissions] }, pin),
          permissions: [...permissions] as StaffPermission[],
          digits: pin.length,
        })),
      ),
    );
    for (const offline_managers of [false, true]) {
      await shop.client.updatePosSettings({ body: { offline_managers } });
      for (const [level, own] of levels) {
        const here = await session({ permissions: [...own] }, '482715');
        const { staff } = (
          await createClient({ baseUrl: service.baseUrl, apiKey: here.key, retries: 0 }).getTillStaff()
        ).data;
        for (const { id, permissions, digits } of people) {
          const mayMore = permissions.some(
            (permission) => !(own as readonly StaffPermission[]).includes(permission),
          );
          const isShort =
            digits < 6 &&
            permissions.some((permission) =>
              ['refund', 'void', 'discount', 'price_override'].includes(permission),
            );
          const withheld = mayMore && !offline_managers ? 'more_rights' : isShort ? 'short_pin' : null;
          const shown = staff.find((one) => one.id === id);
          expect(
            { withheld: shown?.pin_withheld, isShown: shown?.pin !== null },
            `${level} sees ${permissions.join()} with ${digits} digits`,
          ).toEqual({ withheld, isShown: withheld === null });
        }
      }
    }
    await shop.client.updatePosSettings({ body: { offline_managers: false } });
  });

  test('learns how long an older PIN is once its person signs in, and does not hand it out before', async () => {
    const here = await session({ role: 'manager' }, '482715');
    const [sealed] = await service.query('SELECT pin_verifier FROM staff WHERE id = $1', [here.staffId]);
    const { vault } = service.server.runtime.context;
    const { digits: _, ...before } = JSON.parse(
      vault.open(sealed?.['pin_verifier'] as Buffer, 'staff.pinVerifier').toString(),
    ) as PinVerifier & { digits: number };
    await service.query('UPDATE staff SET pin_verifier = $2 WHERE id = $1', [
      here.staffId,
      vault.seal(JSON.stringify(before), 'staff.pinVerifier'),
    ]);
    const mine = async () => (await signers(here.key)).staff.find(({ id }) => id === here.staffId);
    expect(await mine()).toMatchObject({ pin: null, pin_withheld: 'not_known_yet' });
    await signIn(here.till.token, { staff_id: here.staffId, pin: '482715' });
    expect(await mine()).toMatchObject({ pin: { iterations: 600_000 }, pin_withheld: null });
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
    const [here, other] = [
      await session({ role: 'supervisor' }),
      await worker({ name: 'Fatmata', role: 'supervisor' }),
    ];
    const client = createClient({ baseUrl: service.baseUrl, apiKey: here.key, retries: 0 });
    const sold = (more: object) => ({
      client_id: randomUUID(),
      items: [{ custom_name: 'Bag', unit_price: 5 }],
      payments: [{ channel: 'cash' }],
      total: 5,
      occurred_at: service.server.runtime.context.world.now().toISOString(),
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
