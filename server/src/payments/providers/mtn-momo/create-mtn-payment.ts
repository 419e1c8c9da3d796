import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderPayment, ProviderResult } from '../provider.ts';
import { uuidOf } from '../wire/own-reference.ts';
import { failedResult, resultOf, unknownResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askMtn, mtnComplaint } from './ask-mtn.ts';
import { fetchMtnPayment } from './fetch-mtn-payment.ts';
import { waiting } from './read-mtn-payment.ts';

/** Asks the payer's phone. The reference is made from the attempt, and MTN takes each reference once, so that asking again after silence asks nobody twice. */
export async function createMtnPayment(
  context: ProviderContext,
  wanted: ProviderPayment,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  if (wanted.phone === null)
    return failedResult('Nothing was sent.', 'account_not_found', "MTN MoMo needs the payer's phone number.");
  const ref = uuidOf(wanted.attemptId);
  const heard = await askMtn(context, tokens, {
    product: 'collection',
    method: 'POST',
    path: 'v1_0/requesttopay',
    body: bodyOf(context, wanted),
    reference: ref,
    callbackUrl: wanted.callbackUrl,
  });
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  if (heard.kind === 'refused')
    return heard.status === 409 ? fetchMtnPayment(context, ref, tokens) : refused(heard);
  return resultOf('processing', heard.raw, {
    ref,
    amountMinor: wanted.amountMinor,
    currency: wanted.currency,
    nextAction: waiting(),
  });
}

const NOTE_LENGTH_MAX = 160;

function bodyOf(
  { merchantName }: ProviderContext,
  { amountMinor, currency, phone, description, paymentId }: ProviderPayment,
): object {
  return {
    amount: decimalText(amountMinor, currency),
    currency,
    externalId: paymentId,
    payer: { partyIdType: 'MSISDN', partyId: (phone ?? '').replace('+', '') },
    payerMessage: plain(merchantName),
    payeeNote: plain(description),
  };
}

/** MTN takes few characters in its notes, and refuses the whole request for others. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\w .,-]/g, '')
    .slice(0, NOTE_LENGTH_MAX);
}

function refused(heard: Parameters<typeof mtnComplaint>[0]): ProviderResult {
  const { code, message } = mtnComplaint(heard);
  return failedResult(
    heard.raw,
    code === 'PAYER_NOT_FOUND' ? 'account_not_found' : 'provider_error',
    message,
  );
}
