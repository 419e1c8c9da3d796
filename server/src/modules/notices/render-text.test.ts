import { noticeLocales } from '@cottontree/contract';
import { describe, expect, test } from 'vitest';
import { countSeptets, smsSeptetsMax } from './gsm.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { renderText } from './render-text.ts';
import { REPLIES, TEXTS, WHEREABOUTS, type TextKind } from './texts.ts';

const link = 'https://deliveries.example.com.sl/t/0123456789abcdefABCDEF';
/** As long as each can really be. */
const longest: NoticeFacts = {
  store: 'The Very Long Named General Stores & Sons of Upper Freetown',
  job: 'SHP-7A9K-NZZK',
  link,
  cash: 'NLe 100,000.00',
  way: 'Freetown, 112 Siaka Stevens Street beside the Cotton Tree -> Waterloo Road Junction, Hastings',
  subject: '',
  at: '2026-11-21T14:05:00.000Z',
};
const kinds = Object.keys(TEXTS.en) as readonly TextKind[];
const cases = noticeLocales.flatMap((locale) => kinds.map((kind) => [locale, kind] as const));
const render = (kind: TextKind, facts: Partial<NoticeFacts> = {}, locale: 'en' | 'kri' = 'en'): string =>
  renderText({ kind, locale, facts: { ...longest, ...facts }, code: '482193', timeZone: 'Africa/Freetown' });

describe('a text to a person', () => {
  test.each(cases)('in %s about %s is one message at its longest', (locale, kind) => {
    const text = render(kind, {}, locale);
    expect(countSeptets(text), text).toBeLessThanOrEqual(smsSeptetsMax);
    expect(text).not.toMatch(/[{}]/);
    const template = TEXTS[locale][kind];
    for (const [place, words] of [
      ['{link}', link],
      ['{code}', '482193'],
      ['{job}', longest.job],
      ['{cash}', 'NLe 100,000.00'],
    ] as const) {
      expect(text.includes(words), `${place} in ${text}`).toBe(template.includes(place));
    }
  });

  test('names the shop first, whole where there is room', () => {
    expect(render('created', { store: 'Aminata Stores', cash: null })).toBe(
      `Aminata Stores: SHP-7A9K-NZZK is coming. Code for the courier at your door: 482193. ${link}`,
    );
    expect(render('delivered', { store: 'Aminata Stores' })).toBe(
      'Aminata Stores: SHP-7A9K-NZZK was handed over at 14:05. Thank you.',
    );
  });

  test('keeps its link and code even where they alone are too much', () => {
    const far = `https://${'a'.repeat(150)}.example/t/x`;
    const text = render('created', { link: far });
    expect(text).toContain(far);
    expect(text).toContain('482193');
    expect(text).toMatch(/^The Very:/);
  });

  test('takes a name for what it is', () => {
    expect(render('delivered', { store: 'A {code} $& {link}' })).toMatch(/^A \{code\} \$& \{link\}: /);
  });

  test.each([
    ['Tɛnki fɔ bay 🙏', 'Tenki fo bay ?'],
    ['شكرا لك', 'شكرا لك'],
    ['Спасибо!', 'Спасибо!'],
  ])("in a merchant's own words can be read: %s", (message, read) => {
    expect(render('invoice_sent', { own: { subject: null, message } })).toBe(`${read}\n${link}`);
  });

  test('tells the time where the merchant is', () => {
    expect(
      renderText({ kind: 'delivered', locale: 'en', facts: longest, code: '', timeZone: 'Africa/Lagos' }),
    ).toContain('15:05');
  });
});

test.each(Object.entries({ ...REPLIES, ...WHEREABOUTS }))('the reply %s is one message', (_kind, text) => {
  expect(countSeptets(text.replace('{job}', longest.job).replace('{left}', '5'))).toBeLessThanOrEqual(
    smsSeptetsMax,
  );
});
