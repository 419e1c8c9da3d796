import encodeQr from 'qr';

const BORDER_MODULES = 4;
/** Printed on a table sign of 10 cm it has 300 dots an inch. */
const PNG_PIXELS = 1_200;

/** A QR code as a picture of any size: black on white, with the margin that scanners need. */
export function drawQrSvg(text: string): Buffer {
  const modules = encodeQr(text, 'raw', { ecc: 'medium', border: BORDER_MODULES });
  const side = modules.length;
  // Rows drawn as dashes take a third of the bytes of an outline, which a phone has to load while somebody waits to pay.
  const path = modules.map((row, y) => dashesOf(row, y)).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${path}"/></svg>`,
  );
}

/** The dark modules of a row as strokes through its middle. */
function dashesOf(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0, pen = -1; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `${pen < 0 ? `M${from} ${y}.5` : `m${from - pen} 0`}h${x + 1 - from}`;
    pen = x + 1;
  }
  return path;
}

/** The same for printers and chats that take no vectors. */
export async function drawQrPng(text: string): Promise<Buffer> {
  // Loaded with the first picture: 30 MB that an idle node need not have.
  const { default: sharp } = await import('sharp');
  const modules = encodeQr(text, 'raw', { ecc: 'medium', border: BORDER_MODULES });
  const side = modules.length;
  const pixels = Buffer.from(modules.flatMap((row) => row.map((dark) => (dark ? 0 : 255))));
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(PNG_PIXELS, PNG_PIXELS, { kernel: 'nearest' })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
