export {
  findSellables,
  taxesOf,
  type FoundItem,
  type Sellable,
  type WantedItem,
} from './catalogue/sellables.ts';
export { openPos } from './open-pos.ts';
export type { Pos } from './module.ts';
export type { FiscalSigner } from './sales/fiscal/fiscal-signer.ts';
export { PIN_VERIFIER } from './staff/pin-verifier.ts';
export { posModule, verifyPos } from './pos-module.ts';
export { readPosSettings } from './settings/pos-settings.queries.ts';
export { openReceiptPage, openReceiptPort, type ReceiptPage } from './receipts/open-receipt-port.ts';
export { DRAWER_REPORT } from './cash/print/print-drawer-paper.ts';
export { ESCPOS } from './receipts/write-escpos.ts';
export { RECEIPT } from './receipts/write-pdf.ts';
export { receiptMarkup } from './receipts/receipt-markup.ts';
