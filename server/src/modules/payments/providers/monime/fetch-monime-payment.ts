import type { ProviderContext, ProviderResult } from '../provider.ts';
import { unknownResult } from '../wire/results.ts';
import { askMonime } from './ask-monime.ts';
import { readMonimePayment, type MonimeKind } from './read-monime-payment.ts';

/** How a code or a session stands. A refusal to tell says nothing about the money. */
export async function fetchMonimePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  const kind = kindOf(ref);
  if (kind === null) return unknownResult('Not a reference of Monime.', ref);
  const heard = await askMonime(context, { method: 'GET', path: ref });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const result = readMonimePayment(context, heard, { kind, channel: null });
  return result.ref === ref ? result : unknownResult(heard.raw, ref);
}

/** References are paths, so that nothing else is ever asked for. */
export function kindOf(ref: string): MonimeKind | null {
  const [, kind] = /^(payment-codes|checkout-sessions)\/[\w-]{1,100}$/.exec(ref) ?? [];
  return kind === undefined ? null : (kind as MonimeKind);
}
