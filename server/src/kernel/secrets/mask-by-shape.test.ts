import { operations, type Operation } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { maskedJson, maskSentence, nameMask, shapeMask } from './mask-by-shape.ts';

const body = (id: keyof typeof operations) => {
  const { body: schema }: Operation = operations[id];
  return shapeMask(schema ? [schema] : []);
};
const masked = (id: keyof typeof operations, value: object): unknown =>
  JSON.parse(maskedJson(body(id), value, 10_000).text);

test('numbers, words of closed lists, times, ids and numbers of documents stay; the rest is masked', () => {
  expect(
    masked('createDelivery', {
      pickup_city: 'Freetown',
      weight_kg: 2,
      cod_amount: '150.50',
      service_level: 'same_day',
      pickup_window_start: '2026-11-23T10:00:00Z',
      pickup_address_id: 'adr_01m7yp4pv0fhb94kz68t4m6rpe',
      delivery_lat: 8.4657,
      delivery_lng: -13.2317,
      recipient_name: 'Isatu',
      metadata: { note: 'red door', floor: 3 },
      of_their_own: 'anything',
      external_ref: 'ORD-1042',
    }),
  ).toEqual({
    pickup_city: '***',
    weight_kg: 2,
    cod_amount: '150.50',
    service_level: expect.any(String),
    pickup_window_start: '2026-11-23T10:00:00Z',
    pickup_address_id: 'adr_01m7yp4pv0fhb94kz68t4m6rpe',
    delivery_lat: '***',
    delivery_lng: '***',
    recipient_name: '***',
    metadata: { note: '***', floor: '***' },
    of_their_own: '***',
    external_ref: expect.any(String),
  });
});

test('a number that is a phone or a card is none of a document', () => {
  for (const external_ref of ['+23276555111', '4000 0025 0000 3155', '076-555-111'])
    expect(masked('createDelivery', { external_ref })).toEqual({ external_ref: '***' });
});

/** Words in a field's name by which it is a secret or a person's, whatever stands in it. */
const NEVER =
  /pin$|password|token|secret|signature$|phone|email|whatsapp|(^|_)name$|address|landmark|instructions|note|barcode|qr_|credentials|promo_code/;

test('no text of a field that is named like a secret or a person is shown by any operation', () => {
  let looked = 0;
  for (const operation of Object.values(operations) as Operation[])
    for (const [schema, isAnswer] of [
      [operation.body, false],
      [operation.answer, true],
    ] as const) {
      if (!schema) continue;
      walk(schema as never, [], (path) => {
        const name = path.at(-1) ?? '';
        if (!NEVER.test(name) || name === 'tax_name') return;
        looked += 1;
        let mask: ReturnType<typeof shapeMask> | undefined = shapeMask([schema]);
        for (const step of path) mask = step === '[]' ? mask?.item() : mask?.field(step);
        expect(
          mask?.shows('076 555 111 Isatu') ?? false,
          `${operation.id} ${isAnswer} ${path.join('.')}`,
        ).toBe(false);
      });
    }
  expect(looked).toBeGreaterThan(1_000);
});

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
function walk(schema: Schema, path: readonly string[], see: (path: readonly string[]) => void): void {
  if (path.length > 0) see(path);
  for (const one of schema.anyOf ?? []) walk(one, path, see);
  if (schema.items) walk(schema.items, [...path, '[]'], see);
  for (const [name, field] of Object.entries(schema.properties ?? {})) walk(field, [...path, name], see);
}

test('what is beyond the limit is cut, and it is still JSON', () => {
  const items = Array.from({ length: 500 }, () => ({ quantity: 1, unit_price: 10 }));
  const { text, cut } = maskedJson(body('createInvoice'), { items }, 1_000);
  expect(cut).toBe(true);
  expect(text.length).toBeLessThan(1_200);
  expect((JSON.parse(text) as { items: unknown[] }).items.at(-1)).toBe('…');
});

test('a sentence loses what it quotes, and phones and addresses; details lose what no rule shows', () => {
  expect(maskSentence('The phone +232 76 555 111 of a@b.sl is not "Isatu" of key sk_test_abc.')).toBe(
    'The phone *** of *** is not "…" of key sk_test_***.',
  );
  const details = {
    fields: [{ path: 'items[0].quantity' }],
    from: 'paid',
    left: 3,
    url: 'https://x.sl',
    token: 'abc',
  };
  expect(JSON.parse(maskedJson(nameMask(), details, 1_000).text)).toEqual({
    ...details,
    url: '***',
    token: '***',
  });
});
