import { readTestPhone } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { readPhone } from '../../core/read-phone.ts';

/** Test keys may name the numbers of the test provider, which exist nowhere. */
export function readPayerPhone(text: string, field: { readonly path: string; readonly call: Call }): string {
  return (field.call.tenant.livemode ? null : readTestPhone(text)) ?? readPhone(text, field);
}
