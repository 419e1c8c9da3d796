import { keysOf } from '../kernel/shape/keys-of.ts';
import { printable } from './fit-text.ts';
import { giveBackFonts, takeFonts } from './parsed-fonts.ts';

export type DocumentOptions = {
  /** As readers show them; what no font has is left out. */
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly writtenAt: Date;
  /** Points, or a name. */
  readonly size: PDFKit.PDFDocumentOptions['size'];
  /** Whether pages can be gone back to until the end. */
  readonly keepsPages?: boolean;
};

export type OpenDocument = {
  readonly document: PDFKit.PDFDocument;
  /** Ends the document and answers its bytes. */
  readonly finish: () => Promise<Buffer>;
};

/** A PDF without pages and margins, with our fonts in it. What is drawn alike has the same bytes. */
export async function openDocument({
  title,
  author,
  language,
  writtenAt,
  size,
  keepsPages = false,
}: DocumentOptions): Promise<OpenDocument> {
  // Loaded with the first of them: with its font engine it takes memory that an idle node need not.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    // None but ours: else the engine reads its own first.
    font: '',
    bufferPages: keepsPages,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: printable(title),
      Author: printable(author),
      Creator: 'Cottontree',
      Producer: 'Cottontree',
      CreationDate: writtenAt,
    },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  const fonts = await takeFonts();
  for (const name of keysOf(fonts)) document.registerFont(name, fonts[name]);
  return {
    document,
    async finish() {
      document.end();
      await written;
      giveBackFonts(fonts);
      return Buffer.concat(parts);
    },
  };
}
