import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Client = TestMerchant['client'];

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
let port: Client;
let mohamed: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  other = await service.merchant();
  port = (await service.operator('dispatcher')).client;
  mohamed = await service.driver('Mohamed Kamara');
});
afterAll(() => service[Symbol.asyncDispose]());

type Status = 'pending' | 'assigned' | 'picked_up' | 'in_transit' | 'delivered' | 'completed';
async function jobIn(status: Status, fields: object = {}, client: Client = shop.client): Promise<string> {
  const { data } = await client.createDelivery({ body: { ...parcel, ...fields } });
  await client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return data.job_number;
}
const at = (jobNumber: string) => ({ params: { jobNumber } });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const auditOf = async (jobNumber: string) =>
  (await port.listAudit({ query: { job_number: jobNumber } })).data.map(({ action }) => action);

describe('the board', () => {
  test("shows the platform's people the deliveries of all merchants, and a merchant's key its own", async () => {
    const [ours, theirs] = [await jobIn('assigned'), await jobIn('pending', {}, other.client)];
    const seen = (await port.listDispatchDeliveries({ query: { limit: 100 } })).data.map(
      ({ job_number }) => job_number,
    );
    expect(seen).toEqual(expect.arrayContaining([ours, theirs]));
    const own = (await shop.client.listDispatchDeliveries({ query: { limit: 100 } })).data;
    expect(own.map(({ job_number }) => job_number)).toContain(ours);
    expect(own.every(({ merchant }) => merchant.id === shop.id)).toBe(true);
    expect(
      (await shop.client.listDispatchDeliveries({ query: { merchant_id: other.id, limit: 100 } })).data.every(
        ({ merchant }) => merchant.id === shop.id,
      ),
    ).toBe(true);
  });

  test('never shows a code', async () => {
    const { data } = await shop.client.createDelivery({ body: parcel });
    const shown = JSON.stringify([
      (await port.listDispatchDeliveries({ query: { limit: 100 } })).data,
      (await port.getDispatchDelivery(at(data.job_number))).data,
    ]);
    for (const code of [data.pickup_code, data.delivery_code]) expect(shown).not.toContain(code);
  });

  test('tells what is late, who has none, and counts both', async () => {
    const jobNumber = await jobIn('pending');
    expect((await port.getDispatchDelivery(at(jobNumber))).data.lateness).not.toBe('late');
    service.advance(3 * 3_600_000);
    expect((await port.getDispatchDelivery(at(jobNumber))).data).toMatchObject({
      lateness: 'late',
      driver: null,
      phase: 'searching',
      failed_attempts: 0,
    });
    const late = (await port.listDispatchDeliveries({ query: { late: true, driver_id: 'none', limit: 100 } }))
      .data;
    expect(late.map(({ job_number }) => job_number)).toContain(jobNumber);
    expect(late.every(({ driver, lateness }) => driver === null && lateness === 'late')).toBe(true);
    const { columns } = (await port.getDispatchBoard()).data;
    const pending = columns.find(({ status }) => status === 'pending');
    expect(pending?.count).toBe(
      (await port.listDispatchDeliveries({ query: { status: 'pending' } })).meta.total,
    );
    expect(pending?.late).toBeGreaterThan(0);
  });

  test('says whether who has a delivery is on shift', async () => {
    const jobNumber = await jobIn('pending');
    const { id, client } = await service.courier('Hawa Sesay');
    const onShift = async () => {
      const { data } = await port.listDispatchDeliveries({ query: { limit: 100 } });
      return data.find(({ job_number }) => job_number === jobNumber)?.driver_on_shift;
    };
    expect(await onShift()).toBe(null);
    await port.assignDelivery({ ...at(jobNumber), body: { driver_id: id } });
    expect(await onShift()).toBe(false);
    await client.setShift({ body: { online: true } });
    expect(await onShift()).toBe(true);
    await client.setShift({ body: { online: false } });
    expect((await port.getDispatchDelivery(at(jobNumber))).data.driver_on_shift).toBe(false);
  });

  test('counts as free who is on shift without a parcel, whoever else carries', async () => {
    const staff = async () => (await port.getDispatchBoard()).data.drivers;
    const before = await staff();
    const { id, client } = await service.courier('Sallieu Kanu');
    await client.setShift({ body: { online: true } });
    await port.assignDelivery({
      ...at(await jobIn('pending')),
      body: { driver_id: await service.driver('Off Shift') },
    });
    const now = await staff();
    expect([now.on_shift - before.on_shift, now.free - before.free]).toEqual([1, 1]);
    await port.assignDelivery({ ...at(await jobIn('pending')), body: { driver_id: id } });
    expect(await staff()).toMatchObject({ on_shift: now.on_shift, free: before.free });
    await client.setShift({ body: { online: false } });
  });

  test('is walked by cursor without missing or repeating one, and finds what has ended by its time', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Client['listDispatchDeliveries']>> = await port.listDispatchDeliveries({
        query: { limit: 2, ...(cursor === null ? {} : { cursor }) },
      });
      seen.push(...page.data.map(({ job_number }) => job_number));
      cursor = page.meta.next_cursor ?? null;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe((await port.listDispatchDeliveries()).meta.total);
    const ended = await jobIn('completed');
    expect(
      (await port.listDispatchDeliveries({ query: { status: 'completed' } })).data.map(
        ({ job_number }) => job_number,
      ),
    ).toContain(ended);
    await expect(
      port.listDispatchDeliveries({ query: { status: 'completed', created_from: '2020-01-01' } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const query of [{ created_to: '0000-01-01' }, { created_from: '9999-12-31' }])
      await expect(port.listDispatchDeliveries({ query }), JSON.stringify(query)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('1970'),
      });
    await expect(port.listDispatchDeliveries({ query: { status: 'lost' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('hides what is out of reach as if it were not there', async () => {
    const theirs = await jobIn('pending', {}, other.client);
    await expect(shop.client.getDispatchDelivery(at(theirs))).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
    await expect(
      shop.client.assignDelivery({ ...at(theirs), body: { driver_id: mohamed } }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await expect(port.getDispatchDelivery(at(UNKNOWN_JOB))).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });
});

describe('directing', () => {
  test('assigns many at once, each for itself', async () => {
    const [first, second] = [await jobIn('pending'), await jobIn('delivered')];
    const { data } = await port.assignDeliveries({
      body: {
        assignments: [
          { job_number: first, driver_id: mohamed },
          { job_number: second, driver_id: mohamed },
          { job_number: UNKNOWN_JOB, driver_id: mohamed },
        ],
      },
    });
    expect(data.assigned_count).toBe(1);
    expect(data.results.map(({ assigned, error }) => error?.code ?? assigned)).toEqual([
      true,
      'STATE_CONFLICT',
      'DELIVERY_NOT_FOUND',
    ]);
    await expect(
      port.assignDeliveries({
        body: { assignments: Array.from({ length: 101 }, () => ({ job_number: first, driver_id: mohamed })) },
      }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_ITEMS' });
  });

  test('of many at once leaves what a colleague gave to somebody meanwhile, and says so', async () => {
    const [kept, taken] = [await jobIn('pending'), await jobIn('pending')];
    const hassan = await service.driver('Hassan Bah');
    await port.assignDelivery({ ...at(taken), body: { driver_id: hassan } });
    const { data } = await port.assignDeliveries({
      body: {
        assignments: [kept, taken].map((job_number) => ({
          job_number,
          driver_id: mohamed,
          expected_driver_id: null,
        })),
      },
    });
    expect(data.results.map(({ error }) => error)).toEqual([
      null,
      { code: 'DRIVER_CHANGED', message: `Delivery ${taken} is with Hassan Bah now.` },
    ]);
    expect((await port.getDispatchDelivery(at(taken))).data.driver?.id).toBe(hassan);
  });

  test('takes a delivery from its driver without a change of status', async () => {
    const jobNumber = await jobIn('assigned');
    const { data } = await port.unassignDelivery({ ...at(jobNumber), body: { reason: 'Broke down.' } });
    expect(data).toMatchObject({ status: 'assigned', driver: null });
    expect((await shop.client.trackDelivery(at(jobNumber))).data.phase).toBe('searching');
    const again = (await port.assignDelivery({ ...at(jobNumber), body: { driver_id: mohamed } })).data;
    expect(again).toMatchObject({ status: 'assigned', driver: { id: mohamed } });
    expect(await auditOf(jobNumber)).toEqual(['assignDelivery', 'unassignDelivery']);
    await expect(
      port.unassignDelivery({ ...at(await jobIn('picked_up')), body: { reason: 'x' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  test('moves on, fails with a reason, and what fails comes back', async () => {
    const jobNumber = await jobIn('picked_up');
    expect(
      (await port.moveByDispatcher({ ...at(jobNumber), body: { to_status: 'in_transit' } })).data.status,
    ).toBe('in_transit');
    const { data } = await port.moveByDispatcher({
      ...at(jobNumber),
      body: { to_status: 'failed', reason: 'address_not_found', note: 'No such house.' },
    });
    expect(data).toMatchObject({
      status: 'failed',
      failure: { reason: 'address_not_found', by: 'dispatcher', note: 'No such house.' },
      related_jobs: [{ kind: 'return' }],
    });
    expect(
      (await port.moveByDispatcher({ ...at(jobNumber), body: { to_status: 'failed', reason: 'other' } })).data
        .version,
    ).toBe(data.version);
    expect(await auditOf(jobNumber)).toEqual(['moveByDispatcher', 'moveByDispatcher']);
  });

  test('calls off free of charge, and completes what is delivered and paid', async () => {
    const assigned = await jobIn('assigned');
    service.advance(3_600_000);
    expect(
      (
        await port.moveByDispatcher({
          ...at(assigned),
          body: { to_status: 'cancelled', reason: 'driver_delay' },
        })
      ).data.cancellation,
    ).toMatchObject({ fee: 0, by: 'dispatcher' });
    expect(
      (await port.moveByDispatcher({ ...at(await jobIn('delivered')), body: { to_status: 'completed' } }))
        .data.status,
    ).toBe('completed');
    await expect(
      port.moveByDispatcher({
        ...at(await jobIn('delivered', { cod_amount: 20 })),
        body: { to_status: 'completed' },
      }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  test('refuses what the table of moves does not allow, and what lacks its reason', async () => {
    const move = async (
      status: Status,
      body: {
        to_status: 'in_transit' | 'completed' | 'cancelled' | 'failed';
        reason?: 'other' | 'pickup_closed' | 'weather';
      },
    ) => port.moveByDispatcher({ ...at(await jobIn(status)), body });
    await expect(move('pending', { to_status: 'failed', reason: 'other' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'pending', to: 'failed' },
    });
    await expect(move('assigned', { to_status: 'failed', reason: 'weather' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(
      (await move('assigned', { to_status: 'failed', reason: 'pickup_closed' })).data.related_jobs,
    ).toEqual([]);
    await expect(move('picked_up', { to_status: 'cancelled', reason: 'other' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    for (const status of ['picked_up', 'in_transit'] as const)
      await expect(move(status, { to_status: 'failed', reason: 'pickup_closed' })).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        details: { from: status, to: 'failed' },
      });
    await expect(move('picked_up', { to_status: 'failed' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(move('assigned', { to_status: 'cancelled', reason: 'weather' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(
      port.moveByDispatcher({ ...at(UNKNOWN_JOB), body: { to_status: 'in_transit' } }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
  });

  test('hands over without a code only with a reason and a photo, and it does not count as verified', async () => {
    const jobNumber = await jobIn('in_transit', { cod_amount: 12 });
    const body = {
      to_status: 'delivered' as const,
      reason: 'Lost her phone, showed her card.',
      photo: PIXEL,
    };
    const { data } = await port.overrideHandoff({ ...at(jobNumber), body });
    expect(data).toMatchObject({ status: 'delivered', delivery_verified: false, cod_status: 'collected' });
    const [entry] = (await port.listAudit({ query: { job_number: jobNumber } })).data;
    expect(entry).toMatchObject({
      action: 'overrideHandoff',
      role: 'dispatcher',
      details: { reason: body.reason },
    });
    expect(JSON.stringify(entry)).not.toContain(PIXEL);
    expect(
      await service.query('SELECT count(*)::int AS files FROM files WHERE subject = $1', [jobNumber]),
    ).toEqual([{ files: 1 }]);
    await expect(port.overrideHandoff({ ...at(await jobIn('assigned')), body })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    const given = await jobIn('assigned');
    await port.unassignDelivery({ ...at(given), body: { reason: 'Broke down.' } });
    await expect(
      port.overrideHandoff({ ...at(given), body: { ...body, to_status: 'picked_up' } }),
      'nobody is there who could take it',
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(
      port.overrideHandoff({
        ...at(await jobIn('in_transit')),
        body: { ...body, photo: 'bm8gcGljdHVyZQ==' },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(port.overrideHandoff({ ...at(UNKNOWN_JOB), body })).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });

  test('makes codes anew without seeing them', async () => {
    const jobNumber = await jobIn('picked_up');
    const { data } = await port.reissueCodeByDispatcher({
      ...at(jobNumber),
      body: { type: 'delivery', reason: 'Called in.' },
    });
    expect(data).toEqual({ job_number: jobNumber, type: 'delivery', reissues_left: 2 });
    expect(
      (await port.reissueCodeByDispatcher({ ...at(jobNumber), body: { type: 'delivery' } })).data
        .reissues_left,
      'a reason is welcome, not required',
    ).toBe(1);
    expect(await auditOf(jobNumber)).toEqual(['reissueCodeByDispatcher', 'reissueCodeByDispatcher']);
  });

  test('by two at once writes one status and one line in the log', async () => {
    const jobNumber = await jobIn('picked_up');
    await Promise.all(
      Array.from({ length: 12 }, () =>
        port.moveByDispatcher({ ...at(jobNumber), body: { to_status: 'in_transit' } }),
      ),
    );
    expect(await auditOf(jobNumber)).toEqual(['moveByDispatcher']);
    expect(
      (await shop.client.trackDelivery(at(jobNumber))).data.timeline.filter(
        ({ status }) => status === 'in_transit',
      ),
    ).toHaveLength(1);
  });

  test('leaves a log that nobody can change', async () => {
    await expect(service.query('SET ROLE cottontree_system; DELETE FROM dispatch_audit')).rejects.toThrow(
      /permission denied/,
    );
    await service.query('RESET ROLE');
  });
});

describe('incidents', () => {
  test('are opened once of a kind, listed and resolved', async () => {
    const jobNumber = await jobIn('in_transit');
    const opened = await Promise.all(
      Array.from({ length: 5 }, () =>
        port.openIncident({ ...at(jobNumber), body: { kind: 'damaged', note: 'Wet.' } }),
      ),
    );
    expect(new Set(opened.map(({ data }) => data.id)).size).toBe(1);
    const id = opened[0]?.data.id ?? '';
    expect((await port.getDispatchDelivery(at(jobNumber))).data.open_incidents).toBe(1);
    expect(
      (await port.listIncidents({ query: { status: 'open', job_number: jobNumber } })).data,
    ).toMatchObject([{ id, kind: 'damaged', status: 'open' }]);
    // A mode that is asked for never leads a key out of its own.
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
    });
    for (const [client, livemode, found] of [
      [port, false, 1],
      [port, true, 0],
      [shop.client, false, 1],
      [live, false, 0],
    ] as const) {
      const { data } = await client.listIncidents({ query: { job_number: jobNumber, livemode } });
      expect([livemode, data.length]).toEqual([livemode, found]);
    }
    expect(
      (await port.resolveIncident({ params: { id }, body: { resolution: 'Only the box.' } })).data,
    ).toMatchObject({ status: 'resolved', resolution: 'Only the box.' });
    expect(
      (await port.resolveIncident({ params: { id }, body: { resolution: 'Again.' } })).data.resolution,
    ).toBe('Only the box.');
    await expect(
      other.client.resolveIncident({ params: { id }, body: { resolution: 'Mine?' } }),
    ).rejects.toMatchObject({ code: 'INCIDENT_NOT_FOUND' });
  });

  test('open by themselves for a live parcel that has not moved for a day, once', async () => {
    const live = await service.merchant({ livemode: true });
    const { data } = await live.client.createDelivery({ body: parcel });
    await live.client.assignDelivery({ ...at(data.job_number), body: { driver_id: mohamed } });
    await live.client.verifyHandoff({
      ...at(data.job_number),
      body: { type: 'pickup', code: data.pickup_code },
    });
    service.advance(25 * 3_600_000);
    // A night ends the session as well.
    port = (await service.operator('dispatcher')).client;
    await service.drain();
    await service.drain();
    expect((await port.listIncidents({ query: { job_number: data.job_number } })).data).toMatchObject([
      { kind: 'stuck', opened_by: 'system', status: 'open' },
    ]);
    expect((await live.client.trackDelivery(at(data.job_number))).data.status).not.toBe('failed');
  });
});

describe('couriers', () => {
  test('are added, changed and found', async () => {
    const { data } = await port.createDispatchDriver({
      body: {
        name: 'Isatu Conteh',
        phone: '076 555 901',
        vehicle_type: 'keke',
        plate: 'AMK 117',
        cash_limit: '750.50',
      },
    });
    expect(data).toMatchObject({
      name: 'Isatu Conteh',
      phone: '+23276555901',
      active: true,
      merchant_id: null,
      jobs: 0,
      jobs_max: 3,
      cash_limit: 750.5,
      online_since: null,
      location: null,
    });
    expect(
      (await port.updateDispatchDriver({ params: { id: data.id }, body: { jobs_max: 5, active: false } }))
        .data,
    ).toMatchObject({ jobs_max: 5, active: false, name: 'Isatu Conteh' });
    expect((await port.listDispatchDrivers({ query: { q: 'isatu' } })).data).toMatchObject([{ id: data.id }]);
    expect((await port.listDispatchDrivers({ query: { q: '100%' } })).data).toEqual([]);
  });

  test('can be sent back as they were read, also without a plate', async () => {
    const { data } = await port.createDispatchDriver({
      body: { name: 'Kadie Koroma', phone: '076 555 919' },
    });
    const params = { id: data.id };
    const { data: read } = await port.getDispatchDriver({ params });
    expect(read.plate).toBe('');
    expect((await port.updateDispatchDriver({ params, body: read })).data).toEqual(read);
    await port.updateDispatchDriver({ params, body: { plate: 'ABC 1' } });
    expect((await port.updateDispatchDriver({ params, body: { plate: '' } })).data.plate).toBe('');
  });

  test('who were suspended sign in anew when they may work again: a phone that is still signed in stays shut', async () => {
    const { id, client } = await service.courier('Santigie Turay');
    const busy = await service.courier('Alusine Kanu');
    await client.setShift({ body: { online: true } });
    for (const active of [false, true]) await port.updateDispatchDriver({ params: { id }, body: { active } });
    await port.updateDispatchDriver({ params: { id: busy.id }, body: { jobs_max: 5 } });
    // Who is behind a token is remembered for three seconds.
    const status = (): Promise<unknown> =>
      client.listOffers({}).then(
        () => 200,
        (error: unknown) => (error as { readonly status?: unknown }).status,
      );
    await expect.poll(status, { timeout: 10_000 }).toBe(401);
    expect((await busy.client.listOffers({})).data).toEqual([]);
    // Nor is anything offered to somebody who cannot see it.
    expect((await port.getDispatchDriver({ params: { id } })).data.online_since).toBe(null);
  });

  test('keep both of two changes that are made at once', async () => {
    const { data } = await port.createDispatchDriver({
      body: { name: 'Sorie Bangura', phone: '076 555 911' },
    });
    const params = { id: data.id };
    for (let round = 2; round < 8; round += 1) {
      const [name, plate] = [`Sorie ${round}`, `ABC ${round}`];
      await Promise.all([
        port.updateDispatchDriver({ params, body: { name } }),
        port.updateDispatchDriver({ params, body: { plate } }),
        port.updateDispatchDriver({ params, body: { jobs_max: round } }),
      ]);
      expect((await port.getDispatchDriver({ params })).data).toMatchObject({ name, plate, jobs_max: round });
    }
  });

  test('of a merchant are its own', async () => {
    const { data } = await shop.client.createDispatchDriver({
      body: { name: 'Own Rider', phone: '076 555 902' },
    });
    expect(data.merchant_id).toBe(shop.id);
    await expect(
      other.client.updateDispatchDriver({ params: { id: data.id }, body: { active: false } }),
    ).rejects.toMatchObject({ code: 'DRIVER_NOT_FOUND' });
    await expect(
      shop.client.updateDispatchDriver({ params: { id: mohamed }, body: { active: false } }),
    ).rejects.toMatchObject({ code: 'DRIVER_NOT_FOUND' });
    await expect(
      shop.client.updateDispatchDriver({ params: { id: data.id }, body: { merchant_id: null } }),
    ).rejects.toMatchObject({ code: 'OPERATORS_ONLY' });
    expect(
      (await other.client.listDispatchDrivers({ query: { limit: 100 } })).data.map(({ id }) => id),
    ).not.toContain(data.id);
  });

  test('are refused where they cannot be', async () => {
    const add = (body: object) =>
      port.createDispatchDriver({ body: { name: 'Again', phone: '076 555 903', ...body } });
    await add({});
    await expect(add({})).rejects.toMatchObject({ code: 'PHONE_TAKEN' });
    await expect(add({ phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
    await expect(add({ phone: '076 555 904', cash_limit: 1.234 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
    });
    await expect(add({ phone: '076 555 904', merchant_id: 'mch_x' })).rejects.toMatchObject({
      code: 'MERCHANT_NOT_FOUND',
    });
    await expect(
      port.updateDispatchDriver({ params: { id: mohamed }, body: { phone: '076 555 903' } }),
    ).rejects.toMatchObject({ code: 'PHONE_TAKEN' });
  });
});
