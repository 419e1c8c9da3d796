import { Failure } from '../../core/failure.ts';
import { constraintOf } from '../../store/index.ts';

export function phoneTaken(phone: string): Failure {
  return new Failure('PHONE_TAKEN', `${phone} belongs to another courier of the same owner.`, {
    details: { fields: [{ path: 'phone', message: 'belongs to another courier of the same owner' }] },
  });
}

/** Turns the violation that no merchant has this id into its refusal. */
export function refuseUnknownMerchant(id: string | null): (error: unknown) => never {
  return (error) => {
    throw constraintOf(error) === 'drivers_merchant_id_fkey'
      ? new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${String(id).slice(0, 64)}.`)
      : error;
  };
}
