import { currencyDefault, envelopeOf, isCurrency, type Currency } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventFeed } from '../kernel/running/event-feed.ts';
import { invalid } from '../kernel/call/failure.ts';
import { amountsAsText, type AmountsAsText } from './amounts-as-text.ts';
import { perOperation } from './per-operation.ts';
import type { AdmittedRequest } from './admitted-request.ts';

/** An answer on its way to somebody who wants its amounts as text. */
export type TextAmounts = {
  /** Of amounts beside which none stands. */
  readonly currency: Currency;
  /** Has what is sent next as JSON written so. */
  readonly writeTo: (reply: FastifyReply, asKept: ((answer: object) => string) | null) => void;
  /** The same of a stream of events. */
  readonly inFeed: (feed: EventFeed) => EventFeed;
};

type WantsText = (request: FastifyRequest, admitted: AdmittedRequest) => TextAmounts | null;

/** Tells of each request to an operation whether amounts are wanted as text; null: as numbers, or there are none. Made when the first one asks. */
export const textAmountsOf = perOperation((operation): WantsText => {
  let write: AmountsAsText | null | undefined;
  return ({ headers }, { caller }) => {
    if (!wantsText(headers['x-amount-format'])) return null;
    if (write === undefined) write = amountsAsText(envelopeOf(operation.answer, operation.list === true));
    return (
      write &&
      textAmounts(write, isCurrency(caller?.merchant.currency) ? caller.merchant.currency : currencyDefault)
    );
  };
});

function wantsText(format: string | string[] | undefined): boolean {
  if (format === undefined || format === 'number') return false;
  if (format === 'string') return true;
  throw invalid({ path: 'X-Amount-Format', message: 'must be number or string' });
}

function textAmounts(write: AmountsAsText, currency: Currency): TextAmounts {
  return {
    currency,
    writeTo(reply, asKept) {
      // What the schema writes as numbers is read again: so nothing else can differ between the two forms.
      const asNumbers = asKept ?? reply.getSerializationFunction(String(reply.statusCode)) ?? JSON.stringify;
      reply
        .type('application/json; charset=utf-8')
        .serializer((answer: object) => JSON.stringify(write(JSON.parse(asNumbers(answer)), currency)));
    },
    inFeed: (feed) => (sink) =>
      feed({
        ...sink,
        send: (event) =>
          sink.send({
            ...event,
            data: rewritten(
              event.data,
              (data) => (write({ data }, currency) as { readonly data: unknown }).data,
            ),
          }),
      }),
  };
}

function rewritten(text: string, write: (data: unknown) => unknown): string {
  return JSON.stringify(write(JSON.parse(text)));
}
