import { writeFile } from 'node:fs/promises';
import { encodeQR } from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Of the picture's height, what the code takes up: as a ticket is held in front of a phone. */
const SHARE = 0.8;
const DARK = 30;
const LIGHT = 220;
const GREY = 128;

/** Writes a film of one picture for a browser's camera: a QR code on light ground (Y4M, 4:2:0). */
export async function writeFilm(file: string, text: string): Promise<void> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const unit = Math.floor((HEIGHT * SHARE) / rows.length);
  const left = Math.floor((WIDTH - unit * rows.length) / 2);
  const top = Math.floor((HEIGHT - unit * rows.length) / 2);
  const light = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) paint(light, { left: left + x * unit, top: top + y * unit, unit });
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  await writeFile(file, Buffer.concat([Buffer.from(`${head}FRAME\n`), light, colour]));
}

type Square = { readonly left: number; readonly top: number; readonly unit: number };

function paint(light: Buffer, { left, top, unit }: Square): void {
  for (let y = top; y < top + unit; y += 1) light.fill(DARK, y * WIDTH + left, y * WIDTH + left + unit);
}
