import { narrowsMark, operations, type Operation } from '@cottontree/contract';
import { Type, type TObject } from 'typebox';
import { expect, test } from 'vitest';
import { newShapeCheck } from './leave-out-nulls.ts';

const Parcel = Type.Object({
  city: Type.String(),
  note: Type.Optional(Type.String()),
  fee: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  ends_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  items: Type.Optional(Type.Array(Type.Object({ name: Type.String(), sku: Type.Optional(Type.String()) }))),
  metadata: Type.Optional(
    Type.Unsafe<object>({ type: 'object', additionalProperties: { type: ['string', 'null'] } }),
  ),
});
const check = newShapeCheck(Parcel);

test('null for a field that need not be there is as good as leaving it out, however deep', () => {
  expect(
    check({ city: 'Bo', note: null, items: [{ name: 'Cup', sku: null }], metadata: { a: null } }),
  ).toEqual({ city: 'Bo', items: [{ name: 'Cup' }], metadata: { a: null } });
});

test('null stays where it has a meaning', () => {
  expect(check({ city: 'Bo', ends_at: null })).toEqual({ city: 'Bo', ends_at: null });
});

test.each([
  [{ city: null }, 'city must be a string.'],
  [{ city: 'Bo', items: [null] }, 'items[0] must be an object.'],
  [{ city: 'Bo', items: [{ name: null }] }, 'items[0].name must be a string.'],
] as const)('%j is refused: null is no value of what has to be there', (body, message) => {
  expect(() => check(body)).toThrow(expect.objectContaining({ message }));
});

test('null for a number is refused, for JSON has no other word for a sum that failed', () => {
  const sent = JSON.stringify({ city: 'Bo', fee: Number('1.5.0') });
  expect(() => check(JSON.parse(sent))).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^fee must/) }),
  );
});

const making = (Object.values(operations) as readonly Operation[]).flatMap(({ id, method, body, example }) =>
  method === 'POST' && body && example.body ? [{ id, body, sent: example.body }] : [],
);

test.each(making.map((one) => [one.id, one] as const))(
  '%s takes null for every field that its example leaves out but numbers and what narrows',
  (_id, { body, sent }) => {
    const { properties, required = [] } = body as TObject & { readonly required?: readonly string[] };
    const silent = Object.keys(properties).filter(
      (name) =>
        !(name in sent) &&
        !new Set<string>(required).has(name) &&
        !takesNumber(properties[name] as Form) &&
        !narrows(properties[name] as Form),
    );
    const nulls = Object.fromEntries(silent.map((name) => [name, null]));
    const taken = newShapeCheck(body)({ ...structuredClone(sent), ...nulls });
    expect(taken).toMatchObject(sent);
    expect(making.length).toBeGreaterThan(150);
  },
);

const narrowing = making.flatMap(({ id, body, sent }) =>
  Object.entries((body as TObject).properties)
    .filter(([, form]) => narrows(form as Form))
    .map(([name]) => [`${id}.${name}`, { body, sent, name }] as const),
);

test('what means everything where it is left out is known of refunds, credit notes, keys and others', () => {
  expect(narrowing.map(([name]) => name).sort()).toEqual([
    'createCreditNote.items',
    'createInvitation.limits',
    'createKey.ip_ranges',
    'createKey.origins',
    'createKey.scopes',
    'createProviderAccount.channels',
    'createStaff.location_ids',
    'createStockCount.category_ids',
    'createStockCount.variant_ids',
    'createWebhook.events',
    'depositCash.job_numbers',
    'receiveStockTransfer.items',
    'recoverWebhook.events',
    'refundTicketOrder.ticket_ids',
    'remindInvoice.channels',
    'startOffers.driver_ids',
  ]);
});

test.each(narrowing)(
  'null for %s is refused, for it would mean everything',
  (_name, { body, sent, name }) => {
    expect(() => newShapeCheck(body)({ ...structuredClone(sent), [name]: null })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringMatching(`^${name} must`) }),
    );
  },
);

type Form = {
  readonly type?: unknown;
  readonly anyOf?: readonly Form[];
  readonly enum?: readonly unknown[];
  readonly [narrowsMark]?: boolean;
};

function narrows(form: Form): boolean {
  return form[narrowsMark] === true;
}

/** Whether a number will do, unless null does as well. */
function takesNumber({ type, anyOf = [], enum: words = [] }: Form): boolean {
  const types = [type, ...anyOf.map((form) => form.type)].flat();
  const numbers =
    types.some((one) => one === 'number' || one === 'integer') ||
    words.some((one) => typeof one === 'number');
  return numbers && !types.includes('null') && !words.includes(null);
}
