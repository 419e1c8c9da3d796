import { createHash } from 'node:crypto';
import { envelopeOf, operations, type Operation } from '@cottontree/contract';
import { describe, expect, test } from 'vitest';
import { atOnce } from '../kernel/running/in-turns.ts';
import { amountsAsText, declaredPart, type AnswerSchema } from './amount-format.ts';
import { longAnswers } from './long-answers.ts';
import { writeAnswers } from './send-reply.ts';

const MANY = 300;

/** The example with every array that is no item's own as long as it may well be. */
function stretched(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 0
      ? value
      : Array.from({ length: MANY }, (_, at) => value[at % value.length] as unknown);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stretched(part)]))
    : value;
}

function longOf({ list, example }: Operation): object {
  const data = list ? Array.from({ length: MANY }, () => example.answer) : stretched(example.answer);
  return list
    ? { success: true, data, meta: { page: 1, limit: MANY, total: MANY, has_next_page: false } }
    : { success: true, data, timestamp: '2026-11-22T10:00:00.000Z' };
}

const long = (Object.values(operations) as readonly Operation[]).filter(
  (operation) =>
    operation.binary === undefined &&
    longAnswers(operation).isLong((longOf(operation) as { readonly data: unknown }).data),
);

describe('an answer written in turns has the bytes of one written at once', () => {
  test(`for ${long.length} operations, which are all lists and more`, () => {
    expect(long.length).toBeGreaterThan(
      (Object.values(operations) as readonly Operation[]).filter(({ list }) => list === true).length,
    );
  });

  test.each(long.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
    const answer = longOf(operation);
    const { write, hash } = longAnswers(operation);
    const schema = envelopeOf(operation.answer, operation.list === true);
    const { data } = answer as { readonly data: unknown };
    const atOnceWritten = String(writeAnswers({ schema } as never)(answer));
    expect(String(atOnce(write(answer, { asKept: false, textIn: null })))).toBe(atOnceWritten);
    const kept = JSON.stringify({
      ...answer,
      data: declaredPart(
        (operation.list ? { items: operation.answer } : operation.answer) as AnswerSchema,
        data,
      ),
    });
    expect(String(atOnce(write(answer, { asKept: true, textIn: null })))).toBe(kept);
    const asText = amountsAsText(schema);
    if (asText)
      expect(String(atOnce(write(answer, { asKept: false, textIn: 'SLE' })))).toBe(
        JSON.stringify(asText(JSON.parse(atOnceWritten), 'SLE')),
      );
    const [whole, parted] = [createHash('sha256').update(JSON.stringify(data)), createHash('sha256')];
    atOnce(hash(parted, data));
    expect(parted.digest('hex')).toBe(whole.digest('hex'));
  });
});

test('a long one takes many turns', () => {
  const { write } = longAnswers(operations.listSales);
  const sale = { ...operations.listSales.example.answer, note: 'x'.repeat(500) };
  const turns = [
    ...write(
      {
        success: true,
        data: Array.from({ length: 1_000 }, () => sale),
        meta: { page: 1, limit: 1_000, total: 1_000, has_next_page: false },
      },
      { asKept: false, textIn: null },
    ),
  ];
  expect(turns.length).toBeGreaterThan(10);
});
