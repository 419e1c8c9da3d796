import { defineWidget } from './core/element.ts';
import { FrameElement } from './frames/frame-element.ts';
import type { PaymentLinkCreatorProps } from './props.ts';

/** `<ms-payment-link-creator>`: makes payment links, in a frame. */
class PaymentLinkCreator extends FrameElement<PaymentLinkCreatorProps> {
  protected readonly path = '/embed/link';
}

defineWidget('ms-payment-link-creator', PaymentLinkCreator, {
  merchantId: 'text',
  currency: 'text',
  paymentChannel: 'text',
  defaultExpiryHours: 'number',
  onLinkCreated: 'callback',
});
