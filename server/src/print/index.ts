export { drawQr, type QrDrawing } from './draw-qr.ts';
export { fitText, type TextBox } from './fit-text.ts';
export { type FontName } from './fonts.ts';
export { openDocument } from './open-document.ts';
export { openPress } from './open-press.ts';
export { INK, LINE, SOFT, TONES, type PaperTone } from './palette.ts';
export { printable } from './printable.ts';
export { servePress } from './serve-press.ts';
export { printEdges } from './sheet-edges.ts';
export { printTop } from './sheet-top.ts';
export {
  heightOf,
  makeRoom,
  PAGE,
  rule,
  write,
  writeBlock,
  writeFitted,
  writeLines,
  type Sheet,
} from './sheet.ts';
export { wrapText, type TextToWrap } from './wrap-text.ts';
