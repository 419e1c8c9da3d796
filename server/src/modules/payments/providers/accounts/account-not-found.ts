import { Failure } from '../../../../kernel/call/failure.ts';

export function accountNotFound(id: string): Failure {
  return new Failure('PROVIDER_ACCOUNT_NOT_FOUND', `There is no provider account ${id.slice(0, 60)}.`);
}
