import { parseUrl } from '../../../../kernel/web/parse-url.ts';
import type { ProviderAnswer, ProviderContext, ProviderRequest } from '../provider.ts';
import { readObject, type WireObject } from './fields.ts';

/**
 * What an answer tells. `read`: it was done, and this is what they say. `refused`: they say that it was not done.
 * `unknown`: nothing is known about what happened there.
 */
export type Heard =
  | { readonly kind: 'read'; readonly status: number; readonly json: WireObject; readonly raw: string }
  | { readonly kind: 'refused'; readonly status: number; readonly json: WireObject; readonly raw: string }
  | { readonly kind: 'unknown'; readonly raw: string };

/** Sends one request and judges the answer by its status and whether it can be read; an empty body of a success reads as `{}`. */
export async function ask(context: ProviderContext, request: ProviderRequest): Promise<Heard> {
  const answer = await context.send(request);
  const raw = describeAnswer(request, answer, context);
  const { status } = answer;
  if (status === null) return { kind: 'unknown', raw };
  const json = answer.body.trim() === '' ? {} : readObject(answer.body);
  if (json === null) return { kind: 'unknown', raw };
  if (status >= 200 && status < 300) return { kind: 'read', status, json, raw };
  return isRefusal(status) ? { kind: 'refused', status, json, raw } : { kind: 'unknown', raw };
}

/** These say "not now": the request may have been taken all the same. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !LATER.has(status);
}

/** What was asked and answered, for the attempt log: without secrets, phones masked, at most 2,000 characters. */
export function describeAnswer(
  { method, url }: ProviderRequest,
  answer: ProviderAnswer,
  context: Pick<ProviderContext, 'credentials'>,
): string {
  const { pathname } = parseUrl(url) ?? { pathname: '' };
  const said =
    answer.status === null ? (answer.error ?? 'no answer') : `${answer.status} ${clean(answer.body)}`;
  return withoutSecrets(`${method} ${pathname}: ${said}`, Object.values(context.credentials)).slice(
    0,
    RAW_LENGTH_MAX,
  );
}

const RAW_LENGTH_MAX = 2_000;
/** Nobody's JSON is read for the log beyond this. */
const BODY_LENGTH_MAX = 65_536;
const SECRET_KEY = /token|secret|password|authori[sz]ation|api_?key|merchant_?key|signature/i;
const PHONE_KEY = /phone|msisdn|party_?id|account_?id|account_?number/i;
const PHONE = /\+?\d{8,15}/;
/** Shorter ones would blot out words. */
const SECRET_LENGTH_MIN = 6;

function clean(body: string): string {
  if (body.length > BODY_LENGTH_MAX) return '(too long)';
  try {
    return JSON.stringify(JSON.parse(body), masked);
  } catch {
    return body.slice(0, 300).replaceAll(new RegExp(PHONE, 'g'), mask).replaceAll(/\s+/g, ' ');
  }
}

function masked(key: string, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (SECRET_KEY.test(key)) return '***';
  const text = String(value);
  const isPhone = PHONE_KEY.test(key)
    ? /\d{6}/.test(text)
    : typeof value === 'string' && /^\+\d{8,15}$/.test(text);
  return isPhone ? mask(text) : value;
}

function mask(phone: string): string {
  return `***${phone.slice(-3)}`;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .reduce((clear, secret) => clear.replaceAll(secret, '***'), text);
}
