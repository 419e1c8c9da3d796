import { dataFields, isEventKind } from '@cottontree/contract';

export type MessageToRender = {
  /** The kind, `shipping.status.updated`. */
  readonly event: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
  readonly object: Readonly<Record<string, unknown>>;
};

/**
 * The body of a webhook, byte for byte as every attempt sends it: `{event, livemode, created, data: {object}}` in this order,
 * `created` in Unix seconds. A kind of the catalogue carries exactly the fields that stand there, in that order; throws when
 * one is missing. Another kind keeps its object as it is.
 */
export function renderMessage({ event, livemode, createdAt, object }: MessageToRender): Buffer {
  const created = Math.floor(createdAt.getTime() / 1_000);
  // Facts from before a thing said its mode are of the message's.
  const known = { livemode, ...object };
  const payload = isEventKind(event) ? pickFields(event, known, dataFields(event)) : object;
  return Buffer.from(JSON.stringify({ event, livemode, created, data: { object: payload } }));
}

function pickFields(
  event: string,
  object: MessageToRender['object'],
  fields: readonly string[],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    if (object[field] === undefined) throw new Error(`${event} lacks its field ${field}.`);
    picked[field] = object[field];
  }
  return picked;
}
