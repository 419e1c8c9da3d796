import { inflateSync } from 'node:zlib';

/** The texts of a PDF of ours, page by page, in the order in which they were written. */
export function readPdf(bytes: Buffer): readonly (readonly string[])[] {
  const objects = objectsOf(bytes);
  const fonts = fontsOf(objects);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) =>
    textsOf(objects.get(/\/Contents (\d+)/.exec(head)?.[1] ?? '')?.body ?? '', fonts),
  );
}

/** What is filled or drawn with, `#rrggbb`. */
export function coloursOfPdf(bytes: Buffer): ReadonlySet<string> {
  const drawn = [...objectsOf(bytes).values()].map(({ body }) => body).join('\n');
  return new Set(
    [...drawn.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)/g)].map(
      ([, ...parts]) =>
        `#${parts
          .map((part) =>
            Math.round(Number(part) * 255)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
    ),
  );
}

/** How many pictures are in it. */
export function picturesOfPdf(bytes: Buffer): number {
  return [...objectsOf(bytes).values()].filter(({ head }) => head.includes('/Subtype /Image')).length;
}

type PdfObject = { readonly head: string; readonly body: string };
type Fonts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function objectsOf(bytes: Buffer): ReadonlyMap<string, PdfObject> {
  const text = bytes.toString('latin1');
  return new Map(
    [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', content = '']) => {
      const [head = '', packed] = content.split(/\nstream\n/);
      if (packed === undefined) return [id, { head, body: '' }];
      const raw = Buffer.from(packed.slice(0, packed.lastIndexOf('\nendstream')), 'latin1');
      return [
        id,
        {
          head,
          body: head.includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1'),
        },
      ];
    }),
  );
}

/** What each glyph of each font is read as. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>): Fonts {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    named.map(([, name = '', id = '']) => [
      name,
      glyphsOf(objects.get(/\/ToUnicode (\d+)/.exec(objects.get(id)?.head ?? '')?.[1] ?? '')?.body ?? ''),
    ]),
  );
}

function glyphsOf(map: string): ReadonlyMap<string, string> {
  const read = (hex: string): string =>
    Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
  const entries = [...map.matchAll(/<([\da-f]{4})> <([\da-f]{4})> \[([^\]]*)\]/gi)].flatMap(
    ([, first = '', , list = '']) =>
      [...list.matchAll(/<([^>]*)>/g)].map(([, hex = ''], at): [string, string] => [
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'),
        read(hex),
      ]),
  );
  return new Map(entries);
}

function textsOf(content: string, fonts: Fonts): readonly string[] {
  let glyphs: ReadonlyMap<string, string> = new Map();
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, shown]) => {
    if (font !== undefined) glyphs = fonts.get(font) ?? new Map();
    if (shown === undefined) return [];
    return [
      [...shown.matchAll(/<([\da-f]*)>/gi)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '\ufffd')
        .join(''),
    ];
  });
}
