/** The kind of a fact that is no message but asks the fan-out, which alone may queue, to send a delivery once more. */
export const REDELIVER = 'webhooks.redeliver';
