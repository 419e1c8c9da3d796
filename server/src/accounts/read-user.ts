import { userRoles, type UserRole } from '@cottontree/contract';
import { invalid } from '../core/failure.ts';

const NAME_MAX = 120;
const EMAIL_MAX = 254;

export function readUserName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name.length > 0 && name.length <= NAME_MAX && !/\p{Cc}/u.test(name)) return name;
  throw invalid({ path: 'name', message: `must be text of 1 to ${NAME_MAX} characters` });
}

/** Only that it can be one; in lower case, for people write it either way. */
export function readUserEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  if (
    email.length <= EMAIL_MAX &&
    /^[^\s@<>",;:\\()[\]]+@[^\s@.<>",;:\\()[\]]+(\.[^\s@.<>",;:\\()[\]]+)+$/.test(email)
  )
    return email;
  throw invalid({ path: 'email', message: 'must be an e-mail address such as hawa@example.sl' });
}

export function readRole(text: string): UserRole {
  const role = userRoles.find((known) => known === text);
  if (role) return role;
  throw invalid({ path: 'role', message: `must be one of ${userRoles.join(', ')}` });
}
