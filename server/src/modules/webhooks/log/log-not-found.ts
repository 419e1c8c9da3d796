import { Failure } from '../../../kernel/call/failure.ts';

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function messageNotFound(id: string): Failure {
  return new Failure('MESSAGE_NOT_FOUND', `There is no message ${id}. Messages are kept for 30 days.`);
}

export function webhookDeliveryNotFound(id: string): Failure {
  return new Failure(
    'WEBHOOK_DELIVERY_NOT_FOUND',
    `There is no webhook delivery ${id}. Deliveries are kept for 30 days.`,
  );
}
