import { expect, test } from 'vitest';
import { readPdf } from '../../test/kit/read-pdf.ts';
import { openDocument } from './open-document.ts';

const open = () =>
  openDocument({
    title: 'Paper',
    author: 'Salone Prints',
    language: 'en',
    writtenAt: new Date('2026-11-30T08:00:00Z'),
    size: 'A4',
  });

async function print(text: string): Promise<Buffer> {
  const { document, finish } = await open();
  document.addPage().font('regular').text(text, 20, 20);
  return finish();
}

/** Each uses glyphs of the others for other characters, or as parts of its own. */
const TEXTS = ['e a', 'é à ñ', 'e\u00a0a', 'a - e', 'a \u2010 e', 'office ﬁ', 'Kɔrɔma & Sons'];

test('a document is the same, whatever was printed before it or is printed beside it', async () => {
  const first = new Map<string, Buffer>();
  for (const text of TEXTS) first.set(text, await print(text));
  for (const text of [...TEXTS].reverse()) expect(await print(text), text).toEqual(first.get(text));
  const beside = await Promise.all(TEXTS.map(async (text) => [text, await print(text)] as const));
  for (const [text, bytes] of beside) expect(bytes, text).toEqual(first.get(text));
});

test('text is copied from a document as it stands there', async () => {
  for (const text of TEXTS) {
    const words = readPdf(await print(text))
      .flat()
      .join('');
    expect(words.replaceAll(/\s/g, ''), text).toBe(text.replaceAll(/\s/g, ''));
  }
});

test('a document that is never finished takes its fonts with it', async () => {
  const whole = await print('e é');
  const left = await open();
  left.document.addPage().font('bold').text('é e');
  expect(await print('e é')).toEqual(whole);
});
