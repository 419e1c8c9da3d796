import { expect, test } from 'vitest';
import { choosePrimary, NoPrimary, SplitBrain, type HostAnswer, type Writer } from './choose-primary.ts';

const at = (host: string) => ({ address: { host, port: 5432 } });
const writer = (host: string, timeline: number, rest: Partial<Writer> = {}): Writer => ({
  ...at(host),
  role: 'writer',
  system: '7',
  timeline,
  startedAt: `since ${host}`,
  ...rest,
});
const standby = (host: string): HostAnswer => ({ ...at(host), role: 'standby' });

test('standbys, and servers fenced as read-only, are passed over', () => {
  const fenced: HostAnswer = { ...at('a'), role: 'read-only' };
  expect(choosePrimary([fenced, standby('b'), writer('c', 2)], null).address.host).toBe('c');
});

test('of two that take writes, the one on the later timeline is the primary', () => {
  expect(choosePrimary([writer('a', 3), writer('b', 4)], null).address.host).toBe('b');
});

test('a primary that was overtaken is passed over, even alone', () => {
  const silent: HostAnswer = { ...at('b'), role: 'silent', error: new Error('timeout expired') };
  const choice = () => choosePrimary([writer('a', 3), silent], writer('b', 4));
  expect(choice).toThrow(NoPrimary);
  expect(choice).toThrow('a:5432 was overtaken: it is on timeline 3, and 4 is known');
  expect(choice).toThrow('b:5432 does not answer (timeout expired)');
});

test('two on one timeline are not chosen between: nothing tells which has what was acknowledged', () => {
  expect(() => choosePrimary([writer('a', 4), writer('b', 4)], null)).toThrow(SplitBrain);
});

test('two names of one server are one server', () => {
  const same = { startedAt: 'yesterday' };
  expect(choosePrimary([writer('a', 4, same), writer('b', 4, same)], null).address.host).toBe('a');
});

test('two databases that have nothing to do with each other are refused', () => {
  expect(() => choosePrimary([writer('a', 4), writer('b', 1, { system: '8' })], null)).toThrow(
    'not copies of each other',
  );
});
