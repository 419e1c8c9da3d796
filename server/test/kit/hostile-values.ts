/** Texts that have broken one program or another, each with its name. */
export const TEXTS: readonly (readonly [string, string])[] = [
  ['NUL', 'a\u0000b'],
  ['an escape', '\u001b[31mred'],
  ['a C1 control', 'a\u0085b'],
  ['half a surrogate', 'a\ud800'],
  ['the other half', '\udc00a'],
  ['right to left', '\u202Eevil\u202C مرحبا'],
  ['decomposed', 'Cafe\u0301'],
  ['blanks around', '  \u00a0 Lumley \n'],
  ['only blanks', ' \t\n '],
  ['nothing', ''],
  ['a prototype', '__proto__'],
  ['a constructor', 'constructor'],
  ['a formula', '=cmd|" /C calc"!A0'],
  ['markup', '<script>alert(1)</script>'],
  ['a header', 'a\r\nX-Evil: 1'],
  ['a way up', '../../etc/passwd'],
  ['a template', '{{7*7}}${7*7}<%= 7*7 %>'],
  ['SQL', `'); DROP TABLE deliveries; --`],
  ['a wildcard', '%_\\'],
  ['emoji', '🌳👩🏿‍🌾'],
  ['combining marks', `Z${'\u0351'.repeat(50)}`],
  ['a byte order mark', '\ufeffLumley'],
  ['a million', 'a'.repeat(1_000_000)],
];

/** JSON texts of numbers, some of which no number in JavaScript can hold. */
export const NUMBERS: readonly string[] = ['-1', '-0', '0', '0.30000000000000004', '1e400', '-1e400', '1e308', '1e-400', '9007199254740993', '"NaN"', '"Infinity"', '"1e3"', '"0x10"', '" 1 "', '"1,5"', '"٣"', 'null', 'true', '[]', '{}'];
/** JSON of other shapes than most fields have. */
export const SHAPES: readonly string[] = ['null', '[]', '{}', '"text"', '[{}]', '7', 'true', '[null]', '{"a":null}', '[[[[1]]]]'];
