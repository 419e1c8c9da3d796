export { drawQr, type QrDrawing } from './draw-qr.ts';
export { fitText, type TextBox } from './fit-text.ts';
export { type FontName } from './fonts.ts';
export { openDocument } from './open-document.ts';
export { printable } from './printable.ts';
export { wrapText, type TextToWrap } from './wrap-text.ts';
