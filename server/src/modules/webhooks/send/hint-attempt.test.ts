import { describe, expect, test } from 'vitest';
import { hintAttempt, isSuccess } from './hint-attempt.ts';

describe('the owner of a receiver is told', () => {
  test('nothing after a success', () => {
    expect(hintAttempt({ status: 200, hint: null }, '200')).toBeNull();
    expect(hintAttempt({ status: 204, hint: null }, '2xx')).toBeNull();
  });

  test('what the network said when there was no answer', () => {
    expect(
      hintAttempt({ status: null, hint: 'Your TLS certificate has expired: renew it.' }, '200'),
    ).toContain('expired');
  });

  test('that a redirect is not followed and that only 200 counts', () => {
    expect(hintAttempt({ status: 302, hint: null }, '200')).toBe(
      'Your server answered 302. Only 200 counts; redirects are not followed: register the address it leads to.',
    );
    expect(hintAttempt({ status: 204, hint: null }, '200')).toContain('`2xx`');
  });

  test('something of its own for every failing status', () => {
    for (let status = 201; status < 600; status += 1)
      expect(hintAttempt({ status, hint: null }, '200')).toMatch(
        new RegExp(`^Your server answered ${status}\\. .{20,}\\.$`),
      );
  });
});

test('only 200 is a success, unless the endpoint counts every 2xx', () => {
  expect([null, 199, 200, 201, 204, 299, 302, 410, 500].filter((status) => isSuccess(status, '200'))).toEqual(
    [200],
  );
  expect([null, 199, 200, 201, 204, 299, 302, 410, 500].filter((status) => isSuccess(status, '2xx'))).toEqual(
    [200, 201, 204, 299],
  );
});
