import { drawQr } from '../../print/index.ts';

/** A ticket's code as SVG, black on white whatever is around it; 154 characters of Base45 fit a code of version 6. */
export function drawQrSvg(text: string): string {
  const { side, runs } = drawQr(text);
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
