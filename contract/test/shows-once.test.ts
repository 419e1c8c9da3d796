import { expect, test } from 'vitest';
import { isIdempotent, type Operation } from '../src/operation.ts';
import { operations } from '../src/operations.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const LIKE_A_SECRET = /^(?!has_)(.*_)?(secret|token|password|pin|pairing_code)$/;
/** A buyer's, in an answer that whoever may make the like has all of: it opens no more than the scope does. */
const OF_A_BUYER = new Set(['client_secret']);
/** What a merchant's form calls a question to the payer. */
const NO_SECRET = new Set([
  'createPaymentLink.custom_fields[].key',
  'activatePaymentLink.custom_fields[].key',
  'deactivatePaymentLink.custom_fields[].key',
]);

function secretsIn({ properties = {}, items, anyOf = [] }: Schema, at: string): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, part]) => {
      const place = `${at}.${name}`;
      const isSecret =
        (LIKE_A_SECRET.test(name) || name === 'key') && !OF_A_BUYER.has(name) && !NO_SECRET.has(place);
      return [...(isSecret ? [place] : []), ...secretsIn(part, place)];
    }),
    ...(items ? secretsIn(items, `${at}[]`) : []),
    ...anyOf.flatMap((form) => secretsIn(form, at)),
  ];
}

const showing = (Object.values(operations) as readonly Operation[]).filter(isIdempotent).map((one) => ({
  id: one.id,
  showsOnce: one.showsOnce === true,
  secrets: [...new Set(secretsIn(one.answer as Schema, one.id))],
}));

test('whatever answers a secret says so, and nothing else does', () => {
  expect(
    showing
      .filter(({ secrets }) => secrets.length > 0)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(
    showing
      .filter(({ showsOnce }) => showsOnce)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(showing.flatMap(({ secrets }) => secrets).length).toBeGreaterThan(10);
});
