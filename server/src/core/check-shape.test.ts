import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { shapeCheck } from './check-shape.ts';

const Change = Type.Object({ name: Type.Optional(Type.String()), channels: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })) }, { minProperties: 1 });

test.each([
  [{}, 'body must have a field.'],
  [{ channels: ['qr', 'qr'] }, 'channels must not have the same item twice.'],
  [{ name: 5 }, 'name must be a string.'],
] as const)('%j is refused in a sentence', (body, message) => {
  expect(() => shapeCheck(Change, false)(body)).toThrowError(expect.objectContaining({ code: 'VALIDATION_ERROR', message }));
});
