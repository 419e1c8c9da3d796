import type { ProviderResult, ProviderState } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { majorAt, textAt } from '../wire/fields.ts';
import { nextAction, resultOf, unknownResult } from '../wire/results.ts';
import { mtnFailure } from './mtn-failures.ts';

const STATES: Readonly<Record<string, ProviderState>> = {
  CREATED: 'processing',
  PENDING: 'processing',
  SUCCESSFUL: 'succeeded',
  FAILED: 'failed',
  REJECTED: 'failed',
  TIMEOUT: 'failed',
};

/** What MTN says of a request to pay. A payer who only let it time out has it expired. */
export function readMtnPayment(heard: Extract<Heard, { kind: 'read' }>, ref: string): ProviderResult {
  const state = STATES[textAt(heard.json, 'status') ?? ''];
  if (state === undefined) return unknownResult(heard.raw, ref);
  const currency = textAt(heard.json, 'currency');
  const facts = { ref, currency, amountMinor: majorAt(heard.json, currency, 'amount') };
  if (state === 'processing') return resultOf(state, heard.raw, { ...facts, nextAction: waiting() });
  if (state === 'succeeded') return resultOf(state, heard.raw, facts);
  const failure = mtnFailure(heard.json);
  return failure.code === 'expired'
    ? resultOf('expired', heard.raw, facts)
    : resultOf('failed', heard.raw, { ...facts, failure });
}

export function waiting() {
  return nextAction('wait', { message: 'Confirm with your MoMo PIN on your phone.' });
}
