import { Failure } from '../../../kernel/call/failure.ts';

/** The refusal that is the same for absent, another merchant's and the other mode's. */
export function invoiceNotFound(id: string): Failure {
  return new Failure('INVOICE_NOT_FOUND', `There is no invoice ${id.slice(0, 64)}.`);
}
