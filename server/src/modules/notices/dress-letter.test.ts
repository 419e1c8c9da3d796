import { expect, test } from 'vitest';
import { dressLetter, type LetterBrand } from './dress-letter.ts';

const brand: LetterBrand = {
  storeName: 'Aminata & Sons',
  look: { accent: '#ffee00', footer: '3 Pademba Road' },
};
const letter = {
  subject: 'Your tickets',
  text: 'Your tickets for <Jazz> are here:\n\nhttps://x.example.sl/o/abc?a=1&b=2\n\nOrder 7, see https://a.sl\nAminata\n',
};

test('a letter is dressed in the colours of its shop, and says everything that its text says', () => {
  const shown = dressLetter(letter, { brand, locale: 'en', isTest: false });
  expect(shown).toContain('Aminata &amp; Sons');
  expect(shown).toContain('Your tickets for &lt;Jazz&gt; are here:');
  expect(shown).toMatch(
    /<a href="https:\/\/x\.example\.sl\/o\/abc\?a=1&amp;b=2" style="[^"]*">Open the page<\/a>/,
  );
  expect(shown).toContain('see <a href="https://a.sl"');
  expect(shown).toContain('3 Pademba Road<br>by Cottontree');
  expect(shown).not.toContain('Test mode');
  expect(shown).not.toMatch(/<img|<script|url\(/);
});

test('a letter of test mode says so', () => {
  expect(dressLetter(letter, { brand, locale: 'kri', isTest: true })).toContain('Test mode');
});

test('what ends a sentence is no part of its link', () => {
  const text = 'Our terms (https://x.example.sl/terms), and the rest at https://x.example.sl/help.\n';
  const shown = dressLetter({ subject: 'Terms', text }, { brand, locale: 'en', isTest: false });
  for (const link of ['https://x.example.sl/terms', 'https://x.example.sl/help'])
    expect(shown).toContain(`<a href="${link}" `);
  expect(shown).toMatch(/<\/a>\), and the rest at <a [^>]*>https:\/\/x\.example\.sl\/help<\/a>\.<\/p>/);
});
