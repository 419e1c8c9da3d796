import type { Input, Operations, WaitlistEntry } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { takeHoldTurn } from '../orders/limit-holds.ts';
import { joinWaitlist } from './join-waitlist.ts';

/** As `joinWaitlist`, from a page. */
export async function joinPublicWaitlist(
  input: Input<Operations['joinPublicWaitlist']>,
  call: Call,
  module: Events,
): Promise<Reply<WaitlistEntry>> {
  takeHoldTurn(module, call);
  return joinWaitlist(input, call, module);
}
