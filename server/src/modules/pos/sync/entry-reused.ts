import { Failure } from '../../../kernel/call/failure.ts';

/** The client_id stands for something else already. */
export function entryReused(id: string): Failure {
  return new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    `This client_id was used before for something else, ${id}. Send a fresh one for a new entry.`,
  );
}
