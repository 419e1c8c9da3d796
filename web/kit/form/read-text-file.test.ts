import { expect, test, vi } from 'vitest';

// The texts ask the browser which language somebody chose.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { readTextFile } = await import('./read-text-file.ts');

const TEXT = 'name,price\r\nCafé Lɔŋ,20\r\n';

test('UTF-8 is read with and without its mark, UTF-16 by its own', async () => {
  const utf16 = Buffer.from(`\u{feff}${TEXT}`, 'utf16le');
  for (const bytes of [Buffer.from(TEXT), Buffer.from(`\u{feff}${TEXT}`), utf16, Buffer.from(utf16).swap16()])
    expect(await readTextFile(new Blob([bytes]))).toBe(TEXT);
});

test('what is no Unicode is not read as something else', async () => {
  expect(await readTextFile(new Blob([Buffer.from('Café', 'latin1')]))).toBeNull();
});
