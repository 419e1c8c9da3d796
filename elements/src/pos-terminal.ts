import { defineWidget } from './core/element.ts';
import { FrameElement } from './frames/frame-element.ts';
import type { PosTerminalProps } from './props.ts';

/** `<ms-pos-terminal>`: the till at /pos in a frame. */
class PosTerminal extends FrameElement<PosTerminalProps> {
  protected readonly path = '/pos';
  protected override readonly allow = 'camera; usb; serial; fullscreen; storage-access';
  protected override readonly growsWithContent = false;
  protected override readonly themeDefault = 'light';

  protected override address(): string {
    this.required('merchantId');
    return super.address();
  }
}

defineWidget('ms-pos-terminal', PosTerminal, {
  merchantId: 'text',
  currency: 'text',
  taxRate: 'number',
  paymentMethods: 'data',
  showCategories: 'flag',
  showInventory: 'flag',
  showImages: 'flag',
  showSearch: 'flag',
  allowDiscounts: 'flag',
  captureCustomer: 'flag',
  enablePrint: 'flag',
  allowCash: 'flag',
  allowQR: 'flag',
  allowNFC: 'flag',
  allowMobileMoney: 'flag',
  primaryColor: 'text',
  borderRadius: 'text',
  onSaleComplete: 'callback',
});
