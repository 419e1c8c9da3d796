import { drawQr } from '../modules/events/index.ts';
import { html, type Html } from '../kernel/web/html.ts';

/** A QR code as a picture inside the page: each row as dashes, a third of the bytes of an outline. */
export function qrPicture(text: string, name: string): Html {
  const { side, runs } = drawQr(text);
  // The first dash is the code's upper left corner: counted from there, and from the middle of a row, numbers are shortest.
  const corner = runs[0]?.x ?? 0;
  let [row, pen, path] = [-1, 0, ''];
  for (const { x, y, width } of runs) {
    path += `${y === row ? `m${x - pen} 0` : `M${x - corner} ${y - corner}`}h${width}`;
    [row, pen] = [y, x + width];
  }
  const box = `${-corner} ${-corner - 0.5}`;
  return html`<svg class="qr" viewBox="${box} ${side} ${side}" role="img" aria-label="${name}" shape-rendering="crispEdges"><path class="qr-paper" d="M${box}h${side}v${side}h-${side}z"/><path stroke="#000" d="${path}"/></svg>`;
}
