import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { shapeCheck } from './check-shape.ts';

const Change = Type.Object(
  {
    name: Type.Optional(Type.String()),
    channels: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  },
  { minProperties: 1 },
);

test.each([
  [{}, 'body must have a field.'],
  [{ channels: ['qr', 'qr'] }, 'channels must not have the same item twice.'],
  [{ name: 5 }, 'name must be a string.'],
] as const)('%j is refused in a sentence', (body, message) => {
  expect(() => shapeCheck(Change, false)(body)).toThrowError(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message }),
  );
});

test('a key at fault is named, not only the object that holds it', () => {
  const notes = {
    type: 'object',
    properties: { metadata: { type: 'object', propertyNames: { maxLength: 4 } } },
  };
  expect(() => shapeCheck(notes, false)({ metadata: { colour: 'red' } })).toThrowError(
    expect.objectContaining({
      message: 'metadata holds the key "colour", which must have at most 4 characters.',
    }),
  );
});
