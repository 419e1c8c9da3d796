import { judgeError } from '../../outbox/trouble.ts';

/** Whether the server does not know this phone any more: its pairing was ended, or is over. */
export function isSignInTrouble(error: unknown): boolean {
  const judged = judgeError(error);
  return 'trouble' in judged && judged.trouble.kind === 'sign-in';
}
