import { setTimeout as pause } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import { OVERLOADED } from '../../src/http/shed-load.ts';

/** What a customer saw: an answer, or a connection that broke. */
export type Answer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: AnswerBody;
      readonly broken: null;
    }
  | Broken;
export type Broken = {
  readonly status: 0;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
  readonly broken: string;
  /** Of a connection that was opened for it, and may have broken before anybody took it. */
  readonly isNew: boolean;
};
export type AnswerBody = {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message?: string };
};

export type Ask = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** After `/v1`. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  readonly key?: string;
};

/**
 * A client on one kept-alive connection, as a merchant's server would be. What a node refuses at its door for want of
 * time it sends again when told to: other work on the machine of the test is no fault of the program's.
 */
export type Customer = AsyncDisposable & { readonly ask: (baseUrl: string, ask: Ask) => Promise<Answer> };

const TIMEOUT_MS = 40_000;

export function openCustomer(key: string): Customer {
  const hasty = openHastyCustomer(key);
  return {
    async ask(baseUrl, asked) {
      for (;;) {
        const answer = await hasty.ask(baseUrl, asked);
        if (!isShed(answer)) return answer;
        await pause(Number(answer.headers['retry-after']) * 1_000);
      }
    },
    [Symbol.asyncDispose]: () => hasty[Symbol.asyncDispose](),
  };
}

/** One that takes no for an answer. */
function openHastyCustomer(key: string): Customer {
  const connect = buildConnector({ timeout: 5_000 });
  let opened = 0;
  const agent = new Agent({
    connections: 1,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    keepAliveTimeout: 30_000,
    connect(wanted, connected) {
      opened += 1;
      connect(wanted, connected);
    },
  });
  return {
    async ask(baseUrl, { method = 'GET', path, body, idempotencyKey, key: otherKey }) {
      const headers: Record<string, string> = { authorization: `Bearer ${otherKey ?? key}` };
      if (body) headers['content-type'] = 'application/json';
      if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
      const url = new URL(`${baseUrl}${path}`);
      const openedBefore = opened;
      try {
        const answer = await agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await answer.body.text();
        return {
          status: answer.statusCode,
          headers: answer.headers as Record<string, string>,
          body: (text === '' ? {} : JSON.parse(text)) as AnswerBody,
          broken: null,
        };
      } catch (error) {
        return {
          status: 0,
          headers: {},
          body: {},
          broken: String((error as { code?: string }).code ?? error),
          isNew: opened > openedBefore,
        };
      }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy();
    },
  };
}

export function succeeded(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** A 503 that says when to come back: the one refusal that an outage may cause. */
export function isHonestRefusal(answer: Answer): boolean {
  return answer.status === 503 && Number(answer.headers['retry-after']) >= 1;
}

/** Refused because the node comes too late to its work, whatever was asked. */
function isShed(answer: Answer): boolean {
  return isHonestRefusal(answer) && answer.body.error?.message === OVERLOADED;
}

/** What any parcel needs. Nothing but its Idempotency-Key keeps it from being sent twice. */
export function parcel(orderNumber: string): object {
  return {
    pickup_address: '4 Siaka Stevens Street',
    pickup_city: 'Freetown',
    delivery_address: '12 Wilkinson Road',
    delivery_city: 'Lumley',
    recipient_phone: '+23276555100',
    order_number: orderNumber,
    allow_duplicate: true,
  };
}
