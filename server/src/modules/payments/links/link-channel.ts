import type { PaymentChannel } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { LinkRow } from './links.queries.ts';

/** How a payer pays at a link's page: as wanted, else the first way that it names, else by choosing. What a person takes is not for its page. */
export function readLinkChannel(
  link: Pick<LinkRow, 'channels'>,
  wanted: PaymentChannel | undefined,
): PaymentChannel {
  const channel = wanted ?? link.channels?.[0] ?? 'hosted';
  if (channel === 'cash' || channel === 'external') throw refusal(link, channel);
  checkLinkChannel(link, channel);
  return channel;
}

/** Refuses a way that the link does not name, where it names some. */
export function checkLinkChannel(link: Pick<LinkRow, 'channels'>, channel: PaymentChannel): void {
  if (link.channels !== null && !link.channels.includes(channel)) throw refusal(link, channel);
}

function refusal({ channels }: Pick<LinkRow, 'channels'>, channel: PaymentChannel): Failure {
  return new Failure('CHANNEL_NOT_AVAILABLE', `At this payment link nobody pays by ${channel}.`, {
    details: { channels },
  });
}
