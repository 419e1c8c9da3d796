import { Type } from 'typebox';

const LINES_MAX = 6;
const LINE_CHARACTERS_MAX = 64;

/** Lines that a receipt prints as they are. */
export function ReceiptLines(description: string) {
  return Type.Array(Type.String({ minLength: 1, maxLength: LINE_CHARACTERS_MAX }), {
    maxItems: LINES_MAX,
    description,
  });
}
