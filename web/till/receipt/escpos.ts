import { COLUMNS, layOut, type PaperWidth, type Slip } from './slip.ts';

const ESC = 0x1b;
const GS = 0x1d;
const LF = 0x0a;
/** Code page 858: what printers of every make have, with the letters of Western Europe and the euro. */
const CP858 = 19;
const LINES_BEFORE_CUT = 4;
const QR_MODEL_2 = 50;
const QR_CORRECTION_M = 49;

/** The upper half of code page 858, from 0x80. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const BYTES: ReadonlyMap<string, number> = new Map(Array.from(UPPER, (letter, at) => [letter, 0x80 + at]));

/** Letters that no code page of a receipt printer has, by what stands for them. */
const INSTEAD: Readonly<Record<string, string>> = {
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ŋ: 'ng',
  Ŋ: 'Ng',
  '₦': 'N',
  '₵': 'C',
  '−': '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '\u00a0': ' ',
};

/** Text in which no command can come: what a printer knows, and a question mark for all else. */
function printable(text: string): readonly number[] {
  const plain = Array.from(text.normalize('NFC'), (letter) => INSTEAD[letter] ?? letter).join('');
  return Array.from(plain, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code >= 0x20 && code <= 0x7e) return code;
    return code === LF || code === 0x09 ? 0x20 : (BYTES.get(letter) ?? 0x3f);
  });
}

/** Opens the drawer. */
export const DRAWER_KICK: Uint8Array<ArrayBuffer> = Uint8Array.from([ESC, 0x70, 0x00, 0x19, 0xfa]);

/** A slip as an ESC/POS printer takes it: its lines, the code for phones, the knife. */
export function escPos(
  slip: Slip,
  { width, drawer = false }: { readonly width: PaperWidth; readonly drawer?: boolean },
): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [ESC, 0x40, ESC, 0x74, CP858];
  if (drawer) bytes.push(...DRAWER_KICK);
  for (const { text, strong, large } of layOut(printerSlip(slip), COLUMNS[width])) {
    // Letters of double height are as wide as the others, so that the layout holds.
    bytes.push(ESC, 0x45, strong ? 1 : 0, GS, 0x21, large ? 0x01 : 0x00, ...printable(text), LF);
  }
  bytes.push(ESC, 0x45, 0, GS, 0x21, 0);
  if (slip.qr !== null) bytes.push(...qrCode(slip.qr, width === 58 ? 5 : 6));
  for (let line = 0; line < LINES_BEFORE_CUT; line += 1) bytes.push(LF);
  bytes.push(GS, 0x56, 0x01);
  return Uint8Array.from(bytes);
}

/** Replaced before the layout is made: one letter may become three. */
function printerSlip(slip: Slip): Slip {
  const text = (one: string): string =>
    Array.from(one.normalize('NFC'), (letter) => INSTEAD[letter] ?? letter).join('');
  return {
    ...slip,
    title: text(slip.title),
    head: slip.head.map(text),
    banners: slip.banners.map(text),
    foot: slip.foot.map(text),
    parts: slip.parts.map((part) =>
      part.map((row) => ({ ...row, left: text(row.left), right: text(row.right) })),
    ),
  };
}

function qrCode(content: string, size: number): readonly number[] {
  const data = [...new TextEncoder().encode(content)];
  const length = data.length + 3;
  const head = [GS, 0x28, 0x6b];
  return [
    ESC,
    0x61,
    1,
    ...head,
    4,
    0,
    49,
    65,
    QR_MODEL_2,
    0,
    ...head,
    3,
    0,
    49,
    67,
    size,
    ...head,
    3,
    0,
    49,
    69,
    QR_CORRECTION_M,
    ...head,
    length & 0xff,
    length >> 8,
    49,
    80,
    48,
    ...data,
    ...head,
    3,
    0,
    49,
    81,
    48,
    LF,
    ESC,
    0x61,
    0,
  ];
}
