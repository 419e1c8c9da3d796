import type { Context } from '../../../kernel/call/context.ts';

/** Where whoever bought the order sees its tickets, or the holder of one that was handed on sees his. */
export function ticketsUrl({ settings }: Pick<Context, 'settings'>, token: string): string {
  return `${settings.publicUrl}/o/${token}`;
}
