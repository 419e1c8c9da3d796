import { defineWidget } from './core/element.ts';
import { FrameElement } from './frames/frame-element.ts';
import type { TicketScannerProps } from './props.ts';

/** `<ms-ticket-scanner>`: the door at /scan in a frame. */
class TicketScanner extends FrameElement<TicketScannerProps> {
  protected readonly path = '/scan';
  protected override readonly allow = 'camera; fullscreen; screen-wake-lock; storage-access';
  protected override readonly growsWithContent = false;

  protected override address(): string {
    this.required('eventId');
    return super.address();
  }
}

defineWidget('ms-ticket-scanner', TicketScanner, {
  eventId: 'text',
  scanMode: 'text',
  showStats: 'flag',
  onScanSuccess: 'callback',
  onScanError: 'callback',
});
