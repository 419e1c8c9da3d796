import { describe, expect, test } from 'vitest';
import { matchEvents } from './match-events.ts';

const updated = { name: 'shipping.status.updated', default: true };
const milestone = { name: 'shipping.milestone.reached', default: false };
const sold = { name: 'ticketing.ticket.issued', default: true };

describe('an endpoint receives', () => {
  test.each([
    [['*'], [true, false, true]],
    [['shipping.*'], [true, false, false]],
    [['shipping.status.*'], [true, false, false]],
    [['ticketing.*'], [false, false, true]],
    [['shipping.milestone.reached'], [false, true, false]],
    [
      ['*', 'shipping.milestone.reached'],
      [true, true, true],
    ],
    [['shipping.milestone.*'], [false, false, false]],
    [
      ['shipping.status.updated', 'ticketing.ticket.issued'],
      [true, false, true],
    ],
    [['shipping'], [false, false, false]],
    [['ship.*'], [false, false, false]],
    [['shipping.status'], [false, false, false]],
    [['.*'], [false, false, false]],
    [['**'], [false, false, false]],
    [[], [false, false, false]],
  ])('by %j: an update, a milestone, a ticket: %j', (subscriptions, expected) => {
    expect([updated, milestone, sold].map((kind) => matchEvents(subscriptions, kind))).toEqual(expected);
  });
});
