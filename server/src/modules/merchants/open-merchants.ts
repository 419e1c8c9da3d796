import type { FindPickup, Merchants, RunDue } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createAuthenticator } from './authenticate.ts';

/** Opens the merchants module: keys become callers here. */
export function openMerchants(
  context: Context,
  { runDue, findPickup }: { readonly runDue: RunDue; readonly findPickup: FindPickup },
): Merchants {
  return { ...context, authenticator: createAuthenticator(context), runDue, findPickup };
}
