import {
  deliveryStatuses,
  orderStatusOf,
  pathTo,
  verifyPath,
  type DeliveryStatus,
  type HandoffType,
} from '@cottontree/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let drivers: readonly string[];

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  drivers = [await service.driver('One'), await service.driver('Other')];
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

type Action =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'assign'; readonly driver: 0 | 1 }
  | { readonly kind: 'advance'; readonly to: DeliveryStatus }
  | { readonly kind: 'verify'; readonly type: HandoffType; readonly right: boolean };

/** What should be true of a delivery, kept by the rules of the documentation alone. */
type Model = { readonly entered: DeliveryStatus[]; readonly wrong: Record<HandoffType, number> };

const statusOf = ({ entered }: Model): DeliveryStatus => entered.at(-1) ?? 'pending';

/** The outcome that the rules ask for: `ok` or the code; the model moves with it. */
function expected(model: Model, action: Action): string {
  const status = statusOf(model);
  if (action.kind === 'cancel') {
    if (status === 'cancelled') return 'ok';
    if (status !== 'pending' && status !== 'assigned') return 'CANCELLATION_NOT_ALLOWED';
    model.entered.push('cancelled');
    return 'ok';
  }
  if (action.kind === 'assign') {
    if (status === 'assigned') return 'ok';
    if (status !== 'pending') return 'STATE_CONFLICT';
    model.entered.push('assigned');
    return 'ok';
  }
  if (action.kind === 'advance') {
    const path = pathTo(status, action.to);
    if (path === null) return 'STATE_CONFLICT';
    model.entered.push(...path);
    return 'ok';
  }
  return expectedOfCode(model, action);
}

function expectedOfCode(model: Model, { type, right }: Extract<Action, { kind: 'verify' }>): string {
  const way = verifyPath(type, statusOf(model));
  if (way.kind !== 'move')
    return {
      not_active: 'DELIVERY_NOT_ACTIVE',
      too_early: 'HANDOFF_NOT_READY',
      passed: right ? 'ok' : 'INVALID_HANDOFF_CODE',
    }[way.kind];
  if (model.wrong[type] >= 5) return 'HANDOFF_LOCKED';
  if (right) model.entered.push(...way.path);
  else model.wrong[type] += 1;
  return right ? 'ok' : 'INVALID_HANDOFF_CODE';
}

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'cancel' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('assign' as const),
      driver: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), to: fc.constantFrom(...deliveryStatuses) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('verify' as const),
      type: fc.constantFrom('pickup' as const, 'delivery' as const),
      right: fc.boolean(),
    }),
  },
);

type Codes = Readonly<Record<HandoffType, string>>;

async function perform(jobNumber: string, codes: Codes, one: Action): Promise<string> {
  const params = { jobNumber };
  const done = (): Promise<unknown> => {
    if (one.kind === 'cancel') return shop.client.cancelDelivery({ params });
    if (one.kind === 'assign')
      return shop.client.assignDelivery({ params, body: { driver_id: drivers[one.driver] ?? '' } });
    if (one.kind === 'advance') return shop.client.advanceDelivery({ params, body: { to_status: one.to } });
    return shop.client.verifyHandoff({
      params,
      body: { type: one.type, code: one.right ? codes[one.type] : wrongCode(codes[one.type]) },
    });
  };
  return done().then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
}

async function newJob(): Promise<{ readonly jobNumber: string; readonly codes: Codes }> {
  const { data } = await shop.client.createDelivery({ body: parcel });
  // The hourly limit of wrong codes is none of the rules looked at here.
  await service.query('DELETE FROM guess_failures');
  return { jobNumber: data.job_number, codes: { pickup: data.pickup_code, delivery: data.delivery_code } };
}

async function factsOf(jobNumber: string) {
  return service.query(
    `SELECT kind, sequence, facts->>'status' AS status, facts->>'order_status' AS order_status FROM outbox WHERE entity = $1 AND kind <> 'shipping.driver.changed' ORDER BY id`,
    [jobNumber],
  );
}

/** A status at most once, one message for each, in order, and everything that tells of it agrees. */
async function agree(jobNumber: string, entered: readonly DeliveryStatus[]): Promise<void> {
  const { data } = await shop.client.trackDelivery({ params: { jobNumber } });
  expect(data.timeline.map(({ status }) => status)).toEqual(entered);
  expect(data.timeline.map(({ sequence }) => sequence)).toEqual(entered.map((_, at) => at + 1));
  expect(new Set(entered).size).toBe(entered.length);
  expect([data.status, data.order_status]).toEqual([
    entered.at(-1),
    orderStatusOf(entered.at(-1) ?? 'pending'),
  ]);
  const facts = await factsOf(jobNumber);
  expect(facts.map(({ status }) => status)).toEqual(entered);
  expect(facts.map(({ sequence }) => sequence)).toEqual(entered.map((_, at) => at + 1));
  expect(facts.slice(1).map((fact) => fact['order_status'])).toEqual(
    entered.slice(1).map((status) => orderStatusOf(status)),
  );
  const times = data.timeline.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
}

test(
  'whatever is done in whatever order, a delivery goes where the table says and nowhere else',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
        const { jobNumber, codes } = await newJob();
        const model: Model = { entered: ['pending'], wrong: { pickup: 0, delivery: 0 } };
        for (const one of actions)
          expect(await perform(jobNumber, codes, one), JSON.stringify(one)).toBe(expected(model, one));
        await agree(jobNumber, model.entered);
        const { data } = await shop.client.trackDelivery({ params: { jobNumber } });
        expect(data.attempts_left).toEqual({
          pickup: 5 - model.wrong.pickup,
          delivery: 5 - model.wrong.delivery,
        });
      }),
      { numRuns: 60 },
    );
  },
);

test(
  'whatever is done at once, every status is entered once, by a legal step, with one message',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 10 }), async (actions) => {
        const { jobNumber, codes } = await newJob();
        await Promise.all(actions.map((one) => perform(jobNumber, codes, one)));
        const { timeline } = (await shop.client.trackDelivery({ params: { jobNumber } })).data;
        const entered = timeline.map(({ status }) => status);
        for (const [at, status] of entered.entries())
          if (at > 0)
            expect(pathTo(entered[at - 1] ?? 'pending', status), `${entered[at - 1]} → ${status}`).toEqual([
              status,
            ]);
        await agree(jobNumber, entered);
      }),
      { numRuns: 50 },
    );
  },
);

test('the counters of the list are what is there', async () => {
  for (const status of deliveryStatuses) {
    const [{ count } = {}] = await service.query(
      'SELECT count(*)::int FROM deliveries WHERE merchant_id = $1 AND status = $2',
      [shop.id, status],
    );
    expect((await shop.client.listDeliveries({ query: { status } })).meta.total, status).toBe(count);
  }
});
