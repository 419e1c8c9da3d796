import type { AnyCall, Answer } from './calls.ts';
import type { Settings } from './client-options.ts';
import { prepareRequest, type MethodRow } from './prepare-request.ts';
import { sendRequest } from './send-request.ts';

/** Sends one call of an operation; `limits` replace the client's own for this call. */
export type Send = (row: MethodRow, call: AnyCall, limits?: Partial<Settings>) => Promise<Answer<unknown>>;

/** What all calls of one client share: its settings, and the answers that it keeps by their ETag. */
export function createSender(settings: Settings): Send {
  const remembered = new Map<string, Answer<unknown>>();

  function remember(url: string, answer: Answer<unknown>): void {
    remembered.delete(url);
    remembered.set(url, answer);
    const [oldest] = remembered.keys();
    if (remembered.size > settings.rememberedMax && oldest !== undefined) remembered.delete(oldest);
  }

  return async (row, call, limits) => {
    const request = prepareRequest(settings, row, call);
    const known = request.method === 'GET' ? remembered.get(request.url) : undefined;
    const headers = known?.etag ? { ...request.headers, 'if-none-match': known.etag } : request.headers;
    const answer = (await sendRequest({ ...settings, ...limits }, { ...request, headers })) ?? known;
    if (!answer)
      throw settings.failure({
        code: 'INVALID_ANSWER',
        status: 304,
        message: 'The answer says that nothing changed, but nothing was asked about.',
      });
    if (request.method === 'GET' && answer.etag && settings.rememberedMax > 0) remember(request.url, answer);
    return answer;
  };
}
