export type MessageToRender = {
  /** The kind, `shipping.status.updated`. */
  readonly event: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
  readonly object: Readonly<Record<string, unknown>>;
};

/**
 * The body of a webhook, byte for byte as every attempt sends it: `{event, livemode, created, data: {object}}` in this order,
 * `created` in Unix seconds. The two shipping kinds carry exactly the fields of the specification's table 6.2, in its order;
 * throws when one is missing. Other kinds keep the object as it is.
 */
export function renderMessage({ event, livemode, createdAt, object }: MessageToRender): Buffer {
  const fields = specifiedFields.get(event);
  const created = Math.floor(createdAt.getTime() / 1_000);
  const payload = fields === undefined ? object : pickFields(event, object, fields);
  return Buffer.from(JSON.stringify({ event, livemode, created, data: { object: payload } }));
}

const specifiedFields: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'shipping.delivery.created',
    ['job_number', 'transaction_id', 'order_number', 'store_name', 'delivery_address', 'delivery_city', 'pickup_code', 'delivery_code', 'shipping_fee', 'status'],
  ],
  ['shipping.status.updated', ['transaction_id', 'job_number', 'status', 'order_status', 'pickup_verified', 'delivery_verified', 'order_number']],
]);

function pickFields(event: string, object: MessageToRender['object'], fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    if (object[field] === undefined) throw new Error(`${event} lacks its field ${field}.`);
    picked[field] = object[field];
  }
  return picked;
}
