import encodeQr from 'qr';

/** Light fields around the code, without which no reader finds it. */
const QUIET_FIELDS = 4;

/** A QR code as what there is to draw: its side in fields, quiet zone included, and the runs of dark fields in each row. */
export type QrDrawing = {
  readonly side: number;
  readonly runs: readonly { readonly x: number; readonly y: number; readonly width: number }[];
};

/** Draws a text so that the code bears 15 % of damage. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_FIELDS });
  return { side: rows.length, runs: rows.flatMap(runsOf) };
}

function runsOf(row: readonly boolean[], y: number): QrDrawing['runs'][number][] {
  const runs: QrDrawing['runs'][number][] = [];
  let start = -1;
  for (let x = 0; x <= row.length; x += 1) {
    const dark = row[x] === true;
    if (dark && start < 0) start = x;
    if (dark || start < 0) continue;
    runs.push({ x: start, y, width: x - start });
    start = -1;
  }
  return runs;
}
