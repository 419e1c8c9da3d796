import { expect, test } from 'vitest';
import { chooseLink } from './choose-link.ts';

const open = (load: number, ageMs = 0) => ({ isOpen: true, load, ageMs });
const gone = { isOpen: false, load: 0, ageMs: 0 };

test('of connections that answer, the one with less under way is taken', () => {
  expect(chooseLink([open(3), open(1)])).toEqual(open(1));
});

test('one that answers goes before one that is stuck, and of two that are stuck the one that answered last', () => {
  expect(chooseLink([open(1, 900), open(30)])).toEqual(open(30));
  expect(chooseLink([open(1, 900), open(30, 200)])).toEqual(open(30, 200));
});

test('one that is gone is taken by nobody while another is there, however slow that one is', () => {
  expect(chooseLink([gone, open(30, 900)])).toEqual(open(30, 900));
  expect(chooseLink([open(30, 900), gone])).toEqual(open(30, 900));
  expect(chooseLink([open(30), gone])).toEqual(open(30));
});

test('where all are gone, one is taken that says so', () => {
  expect(chooseLink([gone, gone])).toEqual(gone);
});
