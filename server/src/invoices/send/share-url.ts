import type { SendChannel } from '@cottontree/contract';

export type Shared = { readonly to: string | null; readonly subject: string; readonly text: string };

/** An address that opens a written message in the app of whoever opens it; null for the bare link. */
export function shareUrl(channel: SendChannel, { to, subject, text }: Shared): string | null {
  const said = encodeURIComponent(text);
  switch (channel) {
    case 'whatsapp':
      return `https://wa.me/${to === null ? '' : to.replaceAll(/\D/g, '')}?text=${said}`;
    case 'sms':
      return to === null ? null : `sms:${to}?body=${said}`;
    case 'email':
      return `mailto:${to === null ? '' : encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${said}`;
    case 'link':
      return null;
  }
}
