export { drawQr, type QrDrawing } from './draw-qr.ts';
export { fitText, printable, wrapText, type TextBox, type TextToWrap } from './fit-text.ts';
export { type FontName } from './parsed-fonts.ts';
export { openDocument } from './open-document.ts';
export { openPress } from './open-press.ts';
export {
  heightOf,
  INK,
  LINE,
  makeRoom,
  PAGE,
  rule,
  SOFT,
  TONES,
  write,
  writeBlock,
  writeFitted,
  writeLines,
  type PaperTone,
  type Sheet,
} from './sheet.ts';
export { servePress } from './serve-press.ts';
export { printEdges } from './sheet-edges.ts';
export { printTop } from './sheet-top.ts';
