import { texts } from '../text/texts.ts';

/** What is said of a file that is none of text. */
export const readingTexts = texts(
  {
    noUnicode: 'The letters of this file cannot be read. Save it as “CSV UTF-8”, and choose it again.',
  },
  {
    noUnicode: 'Wi nɔ ebul rid di lɛta dɛn na dis fayl. Sev am as “CSV UTF-8”, dɛn pik am bak.',
  },
);

/** The text of a file that somebody chose; null where it is no Unicode, for its letters would come out as � and stay so. */
export async function readTextFile(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder(codingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What spreadsheets call "Unicode text" begins with the order of its bytes. */
function codingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
