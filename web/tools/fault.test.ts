import { CottontreeError } from '@cottontree/client';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { NoRoomError } = await import('../outbox/index.ts');
const { faultText, isNoAnswer, isUnkept, triedText } = await import('./fault.ts');

const refused = (code: string, status: number, message: string) =>
  new CottontreeError({ code, status, message, details: {} } as never);

test('what a browser or a network says of itself is told in our words; what the server says, in its own', () => {
  for (const name of ['QuotaExceededError', 'UnknownError', 'InvalidStateError']) {
    const full = new DOMException('The quota has been exceeded.', name);
    expect([isUnkept(full), faultText(full)]).toEqual([true, expect.stringContaining('NOT kept')]);
  }
  expect(isUnkept(new NoRoomError('full'))).toBe(true);
  for (const code of ['NETWORK_ERROR', 'TIMEOUT', 'INVALID_ANSWER'])
    expect([
      isNoAnswer(refused(code, 0, 'fetch failed')),
      faultText(refused(code, 0, 'fetch failed')),
    ]).toEqual([true, 'The server cannot be reached. Try again when the network is back.']);
  for (const error of [new TypeError('x is undefined'), new DOMException('Aborted', 'AbortError')])
    expect(faultText(error)).toBe('This did not work. Try again.');
  expect(faultText(refused('STATE_CONFLICT', 409, 'The drawer is closed.'))).toBe('The drawer is closed.');
});

test('whoever tried too often is told for how long to wait, and of no header', () => {
  const after = (retryAfterSeconds: number | null) =>
    new CottontreeError({
      code: 'RATE_LIMITED',
      status: 429,
      message: 'Wait as long as Retry-After says.',
      details: {},
      retryAfterSeconds,
    } as never);
  expect(triedText(after(481))).toBe('Too many wrong tries. Wait 9 minutes, then try again.');
  expect(triedText(after(20))).toBe('Too many wrong tries. Wait 1 minute, then try again.');
  expect(triedText(after(null))).toBe('Wait as long as Retry-After says.');
  expect(triedText(refused('PAIRING_CODE_NOT_FOUND', 404, 'No such code.'))).toBe('No such code.');
});
