import { assert, nat, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countSeptets, cutToSeptets, toGsm } from './gsm.ts';

describe('a text in the alphabet of phones', () => {
  test('takes one septet a letter, and two for the few of the extension', () => {
    expect(['Cafe', 'NLe 150.50', '€5', '[~]', 'è'].map(countSeptets)).toEqual([4, 10, 3, 6, 1]);
  });

  test('cannot hold letters that would make it a costly one', () => {
    expect(['ɔ', 'ê', '😀', '’', '\u00a0'].map(countSeptets)).toEqual([null, null, null, null, null]);
  });

  test('has the nearest letters instead of those', () => {
    expect(toGsm('Bɔ’s “Kɛnɛma” Fête… 😀')).toBe('Bo\'s "Kenema" Fete... ?');
  });

  test('is made of anything', () => {
    assert(property(string({ unit: 'binary' }), (text) => countSeptets(toGsm(text)) !== null));
  });

  test('is cut where its septets end', () => {
    assert(
      property(
        string({ unit: 'binary' }),
        nat(40),
        (text, most) => (countSeptets(cutToSeptets(toGsm(text), most)) ?? Infinity) <= most,
      ),
    );
    expect(cutToSeptets('a€b', 2)).toBe('a');
  });
});
