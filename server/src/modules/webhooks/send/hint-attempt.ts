import type { OutgoingResult } from '../../../kernel/running/world.ts';

export type SuccessRule = '200' | '2xx';

/** Whether an answer's status ends a delivery: exactly 200, or any 2xx where the endpoint says so. */
export function isSuccess(status: number | null, rule: SuccessRule): boolean {
  return status === 200 || (rule === '2xx' && status !== null && status >= 200 && status < 300);
}

/** One plain sentence that tells the receiver's owner why an attempt failed and what would help; null for a success. */
export function hintAttempt(
  { status, hint }: Pick<OutgoingResult, 'status' | 'hint'>,
  rule: SuccessRule,
): string | null {
  if (status === null) return hint;
  if (isSuccess(status, rule)) return null;
  return `Your server answered ${status}. ${adviceFor(status, rule)}`;
}

function adviceFor(status: number, rule: SuccessRule): string {
  const wanted = rule === '2xx' ? 'Only 200 to 299 count' : 'Only 200 counts';
  if (status < 300) return `${wanted}; answer 200, or set this endpoint's \`success\` to \`2xx\`.`;
  if (status < 400) return `${wanted}; redirects are not followed: register the address it leads to.`;
  return (
    advice.get(status) ??
    (status < 500
      ? `It did not accept the request; ${wanted.toLowerCase()}.`
      : 'It failed while handling the request: its own log says why.')
  );
}

const advice: ReadonlyMap<number, string> = new Map([
  [400, 'It could not read the request: verify the raw body before parsing it.'],
  [
    401,
    'It wants a login: let this path through without one and verify the signature, or add the header it wants to this endpoint.',
  ],
  [403, 'It, or a firewall before it, forbids the request: let this path through and verify the signature.'],
  [404, 'Nothing is at this path: check the registered URL.'],
  [405, 'It does not take POST at this path: check the registered URL.'],
  [408, 'It gave up waiting for the request: it may be overloaded.'],
  [410, 'It says that this address is gone for good; when every attempt says so, this endpoint is disabled.'],
  [413, 'The request is larger than it accepts: allow at least 1 MiB.'],
  [415, 'It does not accept application/json at this path.'],
  [429, "It is asked too often: lower this endpoint's `rate_per_second` or `max_in_flight`."],
  [502, 'The proxy before it could not reach it: check that it is running.'],
  [503, 'It is not available: check that it is running and not overloaded.'],
  [504, 'The proxy before it waited in vain: answer 200 first and do the work afterwards.'],
]);
