import { Failure } from '../../../kernel/call/failure.ts';

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function eventNotFound(id: string): Failure {
  return new Failure('EVENT_NOT_FOUND', `There is no event ${id.slice(0, 64)}.`);
}

export function ticketTypeNotFound(id: string): Failure {
  return new Failure('TICKET_TYPE_NOT_FOUND', `The event has no ticket type ${id.slice(0, 64)}.`);
}

export function poolNotFound(id: string): Failure {
  return new Failure('POOL_NOT_FOUND', `The event has no pool ${id.slice(0, 64)}.`);
}
