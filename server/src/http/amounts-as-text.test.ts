import {
  AmountOrPercentOut,
  AmountOut,
  currencies,
  decimalText,
  envelopeOf,
  Nullable,
  operations,
  toMajor,
  type Currency,
  type Operation,
} from '@cottontree/contract';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { amountsAsText } from './amount-format.ts';

const Line = Type.Object({
  name: Type.String(),
  quantity: Type.Number(),
  price: AmountOut('For one.'),
  tax: Type.Optional(AmountOut('In it.')),
});
const Document = Type.Object({
  currency: Type.String(),
  total: AmountOut('All lines.'),
  paid: Nullable(AmountOut('Null: nothing yet.')),
  discount: Nullable(Type.Object({ type: Type.String(), value: AmountOrPercentOut('Either.') })),
  lines: Type.Array(Line),
  offered: Type.Array(AmountOut('To choose from.')),
  fees: Type.Array(Type.Object({ currency: Type.String(), amount: AmountOut('In a currency of its own.') })),
});
const asText = amountsAsText(Document);

const currency = fc.constantFrom(...(Object.keys(currencies) as Currency[]));
const minor = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });

test('an amount is text with exactly the decimals of the currency beside or above it, and nothing else changes', () => {
  fc.assert(
    fc.property(
      fc.record({
        own: currency,
        other: currency,
        first: minor,
        second: minor,
        quantity: fc.double({ noNaN: true }),
      }),
      ({ own, other, first, second, quantity }) => {
        const [one, two] = [toMajor(first, own), toMajor(second, other)];
        const shown = {
          currency: own,
          total: one,
          paid: null,
          discount: { type: 'percent', value: 12.5 },
          lines: [{ name: '150.5', quantity, price: one }],
          offered: [one, 0],
          fees: [{ currency: other, amount: two }],
        };
        const [text, otherText] = [decimalText(first, own), decimalText(second, other)];
        expect(asText?.(shown, 'TND')).toEqual({
          ...shown,
          total: text,
          lines: [{ name: '150.5', quantity, price: text }],
          offered: [text, decimalText(0n, own)],
          fees: [{ currency: other, amount: otherText }],
        });
        expect(shown.total, 'what it is made from stays as it is').toBe(one);
      },
    ),
  );
});

describe('what is taken off', () => {
  const takenOff = (discount: object | null): unknown => {
    const text = asText?.(
      { currency: 'SLE', total: 1, paid: 0.5, discount, lines: [], offered: [], fees: [] },
      'SLE',
    ) as { readonly discount: unknown } | undefined;
    return text?.discount;
  };

  test('is text where it is an amount, and a number where it is a percentage', () => {
    expect(takenOff({ type: 'fixed', value: 10 })).toEqual({ type: 'fixed', value: '10.00' });
    expect(takenOff({ type: 'percent', value: 10 })).toEqual({ type: 'percent', value: 10 });
    expect(takenOff(null)).toBeNull();
  });
});

test("without a currency beside or above it, an amount has the decimals of the merchant's, and loses none that it has beyond them", () => {
  const alone = amountsAsText(Type.Object({ price: AmountOut('Of it.') }));
  expect(alone?.({ price: 1500 }, 'XOF')).toEqual({ price: '1500' });
  expect(alone?.({ price: 1500 }, 'TND')).toEqual({ price: '1500.000' });
  expect(alone?.({ price: 12.5 }, 'XOF')).toEqual({ price: '12.5' });
  expect(alone?.({ price: 12.5, currency: 'no currency' }, 'SLE')).toEqual({
    price: '12.50',
    currency: 'no currency',
  });
});

test('of several forms the one that an answer has counts', () => {
  const either = amountsAsText(
    Type.Union([
      Type.Object({ id: Type.String(), amount: AmountOut('Paid.') }),
      Type.Object({ id: Type.String(), total: AmountOut('Ordered.'), amount_note: Type.String() }),
    ]),
  );
  expect(either?.({ id: 'pay_1', amount: 5 }, 'SLE')).toEqual({ id: 'pay_1', amount: '5.00' });
  expect(either?.({ id: 'tor_1', total: 5, amount_note: '5' }, 'SLE')).toEqual({
    id: 'tor_1',
    total: '5.00',
    amount_note: '5',
  });
});

test('an answer without amounts is not touched at all', () => {
  expect(
    amountsAsText(
      Type.Object({
        id: Type.String(),
        quantity: Type.Number(),
        lines: Type.Array(Type.Object({ count: Type.Integer() })),
      }),
    ),
  ).toBeNull();
});

test("of every operation's example each amount, and nothing else, becomes text", () => {
  let amounts = 0;
  for (const { id, answer, list, example, binary } of Object.values(operations) as readonly Operation[]) {
    const write = binary ? null : amountsAsText(envelopeOf(answer, list === true));
    const shown = { success: true, data: list ? [example.answer] : example.answer };
    if (!write) continue;
    const written = JSON.stringify(write(shown, 'SLE'), (_name, value: unknown) =>
      typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) && (amounts += 1) ? Number(value) : value,
    );
    expect(JSON.parse(written), id).toEqual(JSON.parse(JSON.stringify(shown)));
  }
  expect(amounts).toBeGreaterThan(500);
});
