import { expect, test } from 'vitest';
import { guardFormulas, withoutGuards } from './guard-formulas.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+23276123456', "'+23276123456"],
  ['\t=1', "'\t'=1"],
  ['\uFF1Dcmd', "'\uFF1Dcmd"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['a;  @SUM(A1)', "a;  '@SUM(A1)"],
  ['a\t-1', "a\t'-1"],
  ["'=1", "''=1"],
  ["a;'=1", "a;''=1"],
])('%j runs in no spreadsheet, whatever parts its cells, and comes back as it was', (text, written) => {
  expect(guardFormulas(text)).toBe(written);
  expect(withoutGuards(written)).toBe(text);
});

test.each(["'tis", 'a - b; c', 'x = y', 'Bags; 5-7 kg', ''])('%j stays as it is', (text) => {
  expect([guardFormulas(text), withoutGuards(text)]).toEqual([text, text]);
});
