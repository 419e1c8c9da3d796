import type { Input, Operations, SignedInDriver } from '@cottontree/contract';
import type { DriverCall } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { findDriver } from './drivers.queries.ts';
import type { Accounts } from './module.ts';
import { presentDriver } from './sign-in-driver.ts';

/** Answers who is signed in as a courier. */
export async function getDriverAccount(
  _input: Input<Operations['getDriverAccount']>,
  { driver }: DriverCall,
  { store }: Accounts,
): Promise<Reply<SignedInDriver>> {
  const found = await findDriver(store.system, driver.id);
  if (!found) throw new Error(`The courier ${driver.id} went away while he was signed in.`);
  return reply(presentDriver(found));
}
