import { drawQr } from '../modules/events/index.ts';
import { html, type Html } from '../kernel/web/html.ts';

/** A QR code as a picture inside the page: each row as dashes, a third of the bytes of an outline. */
export function qrPicture(text: string, name: string): Html {
  const { side, runs } = drawQr(text);
  let [row, pen, path] = [-1, 0, ''];
  for (const { x, y, width } of runs) {
    path += `${y === row ? `m${x - pen} 0` : `M${x} ${y}.5`}h${width}`;
    [row, pen] = [y, x + width];
  }
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${name}" shape-rendering="crispEdges"><path class="qr-paper" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${path}"/></svg>`;
}
