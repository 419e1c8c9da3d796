import type { AnyCall, Answer } from './calls.ts';
import type { Settings } from './client-options.ts';
import { prepareRequest, type MethodRow } from './prepare-request.ts';
import { sendRequest, type PreparedRequest } from './send-request.ts';

/** Sends one call of an operation; `limits` replace the client's own for this call. */
export type Send = (row: MethodRow, call: AnyCall, limits?: Partial<Settings>) => Promise<Answer<unknown>>;

/** What all calls of one client share: its settings, and the answers that it keeps by their ETag. */
export function createSender(settings: Settings): Send {
  const remembered = new Map<string, Answer<unknown>>();

  function remember(name: string, answer: Answer<unknown>): void {
    remembered.delete(name);
    // Each caller may do with an answer what it likes: what is kept is nobody's.
    remembered.set(name, structuredClone(answer));
    const [oldest] = remembered.keys();
    if (remembered.size > settings.rememberedMax && oldest !== undefined) remembered.delete(oldest);
  }

  return async (row, call, limits) => {
    const request = prepareRequest(settings, row, call);
    const name = request.method === 'GET' && settings.rememberedMax > 0 ? nameOf(request) : null;
    const known = name === null ? undefined : remembered.get(name);
    const headers = known?.etag ? { ...request.headers, 'if-none-match': known.etag } : request.headers;
    const answer =
      (await sendRequest({ ...settings, ...limits }, { ...request, headers })) ?? structuredClone(known);
    if (!answer)
      throw settings.failure({
        code: 'INVALID_ANSWER',
        status: 304,
        message: 'The answer says that nothing changed, but nothing was asked about.',
      });
    if (name !== null && answer.etag) remember(name, answer);
    return answer;
  };
}

/** What is asked, and by whom: another key, merchant or mode in the headers is answered with things of its own. */
function nameOf({ url, headers }: PreparedRequest): string {
  return JSON.stringify([url, headers]);
}
