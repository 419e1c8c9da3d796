import type { ProviderContext, ProviderRequest } from '../provider.ts';
import { describeAnswer } from './describe-answer.ts';
import { readObject, type JsonObject } from './fields.ts';

/**
 * What an answer tells. `read`: it was done, and this is what they say. `refused`: they say that it was not done.
 * `unknown`: nothing is known about what happened there.
 */
export type Heard =
  | { readonly kind: 'read'; readonly status: number; readonly json: JsonObject; readonly raw: string }
  | { readonly kind: 'refused'; readonly status: number; readonly json: JsonObject; readonly raw: string }
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
