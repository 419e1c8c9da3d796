import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Payments } from '../module.ts';
import { drawQrPng, drawQrSvg } from '../payments/qr/draw-qr.ts';
import { requireLink } from './get-payment-link.ts';
import { linkUrl } from './present-link.ts';

/** The link as a QR code for print. */
export async function getPaymentLinkQrSvg(
  { params }: Input<Operations['getPaymentLinkQrSvg']>,
  { tenant }: Call,
  module: Payments,
): Promise<Reply<Uint8Array>> {
  const { slug } = await requireLink(module.store.of(tenant), { tenant, id: params.id });
  return reply(drawQrSvg(linkUrl(slug, module.settings)), { fileName: `${slug}.svg` });
}

/** The same for what takes no vectors. */
export async function getPaymentLinkQrPng(
  { params }: Input<Operations['getPaymentLinkQrPng']>,
  { tenant }: Call,
  module: Payments,
): Promise<Reply<Uint8Array>> {
  const { slug } = await requireLink(module.store.of(tenant), { tenant, id: params.id });
  return reply(await drawQrPng(linkUrl(slug, module.settings)), { fileName: `${slug}.png` });
}
