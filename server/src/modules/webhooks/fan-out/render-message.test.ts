import { describe, expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';

const createdAt = new Date('2026-01-01T00:00:00.999Z');
const update = {
  status: 'in_transit',
  order_status: 'shipped',
  secret: 'inner',
  job_number: 'JOB-1',
  transaction_id: 't-1',
  order_number: null,
  pickup_verified: true,
  delivery_verified: false,
};

describe('a message', () => {
  test('of a status change has exactly the specified fields, in the specified order', () => {
    const bytes = renderMessage({
      event: 'shipping.status.updated',
      livemode: true,
      createdAt,
      object: update,
    });
    expect(bytes.toString()).toBe(
      '{"event":"shipping.status.updated","livemode":true,"created":1767225600,"data":{"object":{"transaction_id":"t-1","job_number":"JOB-1","status":"in_transit","order_status":"shipped","pickup_verified":true,"delivery_verified":false,"order_number":null}}}',
    );
  });

  test('of a new delivery has exactly the specified fields, in the specified order', () => {
    const fields = [
      'job_number',
      'transaction_id',
      'order_number',
      'store_name',
      'delivery_address',
      'delivery_city',
      'pickup_code',
      'delivery_code',
      'shipping_fee',
      'status',
    ];
    const object = Object.fromEntries(fields.toReversed().map((field) => [field, `a ${field}`]));
    const { data } = JSON.parse(
      renderMessage({
        event: 'shipping.delivery.created',
        livemode: false,
        createdAt,
        object: { ...object, inner: 1 },
      }).toString(),
    );
    expect(Object.keys(data.object)).toEqual(fields);
  });

  test('of another kind keeps its object, and text of any script its bytes', () => {
    const bytes = renderMessage({
      event: 'shop.opened',
      livemode: false,
      createdAt,
      object: { b: 'Fɔtɔ 📷', a: '\u2028"' },
    });
    expect(bytes.toString('utf8')).toBe(
      '{"event":"shop.opened","livemode":false,"created":1767225600,"data":{"object":{"b":"Fɔtɔ 📷","a":"\u2028\\""}}}',
    );
  });

  test('without one of its specified fields is a fault of ours, told at once', () => {
    const { status: _status, ...incomplete } = update;
    expect(() =>
      renderMessage({ event: 'shipping.status.updated', livemode: true, createdAt, object: incomplete }),
    ).toThrow('lacks its field status');
  });
});
