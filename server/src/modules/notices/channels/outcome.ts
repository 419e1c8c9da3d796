import type { MailFile } from '../document-ports.ts';

/** What came of handing a message to a channel. */
export type ChannelOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | null }
  /** Worth trying again. */
  | { readonly kind: 'unsure'; readonly reason: string }
  /** It will never go. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A text for a phone. `id` is the same at every attempt, so that a gateway can tell a repetition. */
export type PhoneMessage = {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly text: string;
  /** The same with its code masked. */ readonly masked: string;
};

export type MailMessage = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for mail programs that show HTML. */
  readonly html?: string;
  readonly files?: readonly MailFile[];
  /** The text with its codes masked, where it has any. */ readonly masked?: string;
};

/** Refused for good by what it is, and not by the moment: 4xx but for time-outs and too many requests. */
export function outcomeOfStatus(status: number, providerId: () => string | null): ChannelOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', providerId: providerId() };
  const permanent = status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
  return { kind: permanent ? 'refused' : 'unsure', reason: `http_${status}` };
}
