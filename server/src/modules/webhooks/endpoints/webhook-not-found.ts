import { Failure } from '../../../kernel/call/failure.ts';

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function webhookNotFound(id: string): Failure {
  return new Failure('WEBHOOK_NOT_FOUND', `There is no webhook endpoint ${id}.`);
}
