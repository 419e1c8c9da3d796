import { createClient } from '@cottontree/client';
import {
  operations,
  scopesOfPermissions,
  sessionWidgets,
  staffPermissions,
  takesSessions,
  widgetScopes,
  type Operation,
  type OperationId,
  type SessionWidget,
} from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe, type Probe, type Seen, type ProbeInput } from '../kit/probe.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';
import { shelve } from '../kit/stock.ts';

let stage: RepeatStage;
let probe: Probe;

beforeAll(async () => {
  stage = await openStage({ TRUSTED_PROXIES: '127.0.0.1/32' });
  probe = createProbe(stage.service.baseUrl);
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);

/** What somebody who is signed in may ask for at all, and is remembered. */
const forPeople = writing.filter((id) => {
  const { scope, orScope }: Operation = operations[id];
  const opened = scopesOfPermissions(staffPermissions);
  return (
    takesSessions(operations[id]) &&
    !repeatable[id]?.settled &&
    [scope, orScope].some((one) => one && opened.includes(one))
  );
});

const sellable = async () => (await shelve(stage.shop, 9, { price: 150 })).variantId;
const paid = { payments: [{ channel: 'external' }] };
const tenPercent = { type: 'percent', value: 10 };

type Case = { readonly what: string; readonly id: OperationId; readonly request: () => Promise<ProbeInput> };

const drawer = async () => ({
  id: (
    await stage.shop.client.openCashSession({
      body: { terminal_id: (await stage.shop.client.createTerminal({ body: { name: 'Bar' } })).data.id },
    })
  ).data.id,
});

/** One for every operation, and for what a sale or a drawer wants a permission of its own for. */
const cases: readonly Case[] = [
  ...forPeople.map((id): Case => ({
    what: id,
    id,
    request: async () => (await repeatable[id]?.request()) ?? {},
  })),
  {
    what: 'createSale with a discount',
    id: 'createSale',
    request: async () => ({
      body: { items: [{ variant_id: await sellable() }], discount: tenPercent, ...paid },
    }),
  },
  {
    what: 'createSale with a discount of an item',
    id: 'createSale',
    request: async () => ({
      body: {
        items: [{ variant_id: await sellable(), discount: { type: 'fixed', value: '2.50' } }],
        ...paid,
      },
    }),
  },
  {
    what: 'createSale at a price of its own',
    id: 'createSale',
    request: async () => ({
      body: {
        items: [{ variant_id: await sellable() }, { variant_id: await sellable(), unit_price: 120 }],
        ...paid,
      },
    }),
  },
  {
    what: 'createSale of what is in no catalogue',
    id: 'createSale',
    request: async () => ({ body: { items: [{ custom_name: 'Bag', unit_price: 5 }], ...paid } }),
  },
  {
    what: 'createCashMovement of a drawer that was opened for nothing',
    id: 'createCashMovement',
    request: async () => ({ params: await drawer(), body: { type: 'no_sale', reason: 'Change' } }),
  },
];

let keysUsed = 0;
const freshKey = (): string => `rights-${(keysUsed += 1)}`;

/** The first widget whose sessions may ask for an operation. */
function widgetFor(id: OperationId): SessionWidget {
  const { scope, orScope }: Operation = operations[id];
  const opens = (widget: SessionWidget) =>
    widgetScopes[widget].some((one) => one === scope || one === orScope);
  return sessionWidgets.find(opens) ?? 'pos_terminal';
}

/** Somebody who may do everything that a widget lets people do, with the client of their shop. */
async function signIn(shopKey = stage.shop.key, widget: SessionWidget = 'pos_terminal') {
  const client = createClient({ baseUrl: stage.service.baseUrl, apiKey: shopKey, retries: 0 });
  const staffId = (
    await client.createStaff({ body: { name: 'Aminata', permissions: [...staffPermissions] } })
  ).data.id;
  return {
    client,
    staffId,
    token: (await client.createWidgetSession({ body: { staff_id: staffId, widget } })).data.token,
  };
}

const send = (
  id: OperationId,
  input: ProbeInput,
  { token, key }: { readonly token: string; readonly key: string },
): Promise<Seen> => probe.ask(id, { ...input, key: token, headers: { 'idempotency-key': key } });

/** The same as something new, so that no earlier answer comes. */
function anew(input: ProbeInput): ProbeInput {
  const { client_id: _known, ...body } = (input.body ?? {}) as Readonly<Record<string, unknown>>;
  return input.body === undefined ? input : { ...input, body };
}

const REFUSALS: ReadonlySet<string | null> = new Set(['INSUFFICIENT_SCOPE', 'STAFF_PERMISSION_REQUIRED']);
const looked = { refused: 0, given: 0, byPermission: new Set<string>() };

test.each(cases)(
  'who may no longer do it gets no answer to $what again, and who still may gets the first',
  async ({ id, request }) => {
    const input = await request();
    const { client, staffId, token } = await signIn(input.key, widgetFor(id));
    const key = freshKey();
    const first = await send(id, input, { token, key });
    expect(first.status, first.text).toBeLessThan(300);
    for (const lost of staffPermissions) {
      await client.updateStaff({
        params: { id: staffId },
        body: { permissions: staffPermissions.filter((one) => one !== lost) },
      });
      const asNew = await send(id, anew(input), { token, key: freshKey() });
      const again = [
        await send(id, input, { token, key }),
        ...('client_id' in ((input.body ?? {}) as object)
          ? [await send(id, input, { token, key: freshKey() })]
          : []),
      ];
      for (const answer of again) {
        if (REFUSALS.has(asNew.code)) {
          expect(answer, `without ${lost}: ${answer.text}`).toMatchObject({ status: 403, code: asNew.code });
          looked.byPermission.add(lost);
          looked.refused += 1;
        } else {
          expect(answer.status, `without ${lost}: ${answer.text}`).toBeLessThan(300);
          looked.given += 1;
        }
      }
    }
    await client.updateStaff({ params: { id: staffId }, body: { permissions: [...staffPermissions] } });
    expect((await send(id, input, { token, key })).data).toEqual(first.data);
    await client.updateStaff({ params: { id: staffId }, body: { is_active: false } });
    expect(await send(id, input, { token, key })).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  },
);

test('a price that the catalogue had then is no price of its own now', async () => {
  const { productId, variantId } = await shelve(stage.shop, 9, { price: 150 });
  const { staffId, token } = await signIn();
  await stage.shop.client.updateStaff({ params: { id: staffId }, body: { permissions: ['sell'] } });
  const [key, input] = [
    freshKey(),
    { body: { items: [{ variant_id: variantId, unit_price: 150 }], ...paid } },
  ];
  const first = await send('createSale', input, { token, key });
  expect(first.status, first.text).toBe(201);
  await stage.shop.client.updateProduct({ params: { id: productId }, body: { price: 175 } });
  expect(await send('createSale', input, { token, key: freshKey() })).toMatchObject({
    code: 'STAFF_PERMISSION_REQUIRED',
  });
  expect((await send('createSale', input, { token, key })).data).toEqual(first.data);
});

test("the merchant's own server gets its first answer again, whatever the person it named may do since", async () => {
  const staffId = (
    await stage.shop.client.createStaff({ body: { name: 'Musa', permissions: ['sell', 'discount'] } })
  ).data.id;
  const [key, input] = [
    freshKey(),
    { body: { items: [{ variant_id: await sellable() }], discount: tenPercent, staff_id: staffId, ...paid } },
  ];
  const first = await send('createSale', input, { token: stage.shop.key, key });
  expect(first.status, first.text).toBe(201);
  await stage.shop.client.updateStaff({ params: { id: staffId }, body: { permissions: ['sell'] } });
  expect((await send('createSale', input, { token: stage.shop.key, key })).data).toEqual(first.data);
});

test('permissions of many kinds were taken away', () => {
  expect(looked.refused).toBeGreaterThan(forPeople.length);
  expect(looked.given).toBeGreaterThan(forPeople.length);
  expect([...looked.byPermission]).toEqual(
    expect.arrayContaining(staffPermissions.filter((one) => one !== 'reports')),
  );
});
