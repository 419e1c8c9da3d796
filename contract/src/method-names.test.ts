import { expect, test } from 'vitest';
import { methodNames } from './method-names.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

const names = methodNames(Object.values(operations) as readonly Operation[]);

test('operations are called by the resource that they are about', () => {
  expect(names.get('createDelivery')).toBe('deliveries.create');
  expect(names.get('trackDelivery')).toBe('deliveries.track');
  expect(names.get('refundSale')).toBe('pos.sales.refunds.create');
  expect(names.get('updateTicketType')).toBe('events.ticketTypes.update');
  expect(names.get('getPosSettings')).toBe('pos.settings.get');
});

test('no two are called the same, and none as what holds others', () => {
  const all = [...names.values()];
  expect(all).toHaveLength(Object.keys(operations).length);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  expect(all.filter((name) => all.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
});
