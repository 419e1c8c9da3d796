import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, jsonData, type Html } from './html.ts';

describe('a template', () => {
  test('makes text of every value that is not markup, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: made } = html`<p title="${text}">${text}</p>`;
        const [, attribute = '', content = ''] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(made) ?? [];
        const read = (escaped: string): string =>
          escaped
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'")
            .replaceAll('&amp;', '&');
        expect([read(attribute), read(content)]).toEqual([text, text]);
      }),
    );
  });

  test('leaves markup, joins lists and leaves out what is not there', () => {
    expect(html`<ul>${[1, 2].map((one) => html`<li>${one}</li>`)}</ul>${null}${false}`.text).toBe(
      '<ul><li>1</li><li>2</li></ul>',
    );
  });

  test('takes nothing for markup that only looks like it', () => {
    const forged = JSON.parse('{"text":"<script>"}') as Html;
    expect(() => html`<p>${forged}</p>`).toThrow('neither text nor markup');
  });
});

test('data in a script element come out as they went in, and nothing in them ends it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.constant('</script><!--')),
      ),
      (data) => {
        const { text } = jsonData(data);
        expect(JSON.parse(text)).toEqual({ ...data });
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      },
    ),
  );
});

test('a name turns nothing round: marks that would are left out, and names that run the other way stay', () => {
  expect(html`<b>${'\u202Eeman\u202C \u2066x\u2069 \u05D0\u05D1 & \u1E900'}</b> paid`.text).toBe(
    '<b>eman x \u05D0\u05D1 &amp; \u1E900</b> paid',
  );
});
