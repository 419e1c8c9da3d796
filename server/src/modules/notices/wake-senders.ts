import type { Context } from '../../kernel/call/context.ts';

/** The loop that sends by a channel. */
export const loopOf = (channel: string): string => `notices.${channel}`;

/** There is something to be sent by each of these. */
export function wakeSenders({ wake }: Pick<Context, 'wake'>, channels: readonly string[]): void {
  for (const channel of new Set(channels)) wake(loopOf(channel));
}
