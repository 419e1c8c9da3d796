import { entry } from '../error-entry.ts';

/** The part of the errors table about merchants' people and what lets them in. */
export const MEMBER_ERRORS = {
  SECOND_FACTOR_REQUIRED: entry(
    401,
    'The password is right, and a code is needed beside it: from the authenticator app, or one for recovery.',
  ),
  SECOND_FACTOR_WRONG: entry(
    401,
    'The password is right, and the code beside it is not: it is wrong, or was used before.',
  ),
  PASSKEY_REFUSED: entry(
    401,
    'What the passkey answered opens nothing: it is not known here, or the question was too old or answered before.',
  ),
  NOT_A_MEMBER: entry(
    403,
    'The person who is signed in does not belong to the merchant that X-Merchant names.',
  ),
  MEMBER_LIMIT_EXCEEDED: entry(
    403,
    'That is more than this person may do of it; details.limit, details.allowed and details.asked say what.',
  ),
  LAST_OWNER: entry(409, 'A merchant keeps at least one owner: make another member one first.'),
  ALREADY_MEMBER: entry(409, 'The person with this e-mail address belongs to the merchant already.'),
  TOO_MANY_MEMBERS: entry(409, 'The merchant has the most members and open invitations allowed.'),
  TOO_MANY_PASSKEYS: entry(409, 'The person has the most passkeys allowed.'),
  TOTP_ALREADY_ON: entry(409, 'An authenticator app is set up already; switch it off first.'),
  TOTP_NOT_ON: entry(409, 'No authenticator app is set up, or none is being set up.'),
  INVITATION_CLOSED: entry(410, 'The invitation was accepted, withdrawn or replaced, or is too old.'),
  RESET_LINK_CLOSED: entry(410, 'The link to set a new password is unknown, was used, or is too old.'),
  CODE_WRONG: entry(422, 'The code is not the one that the authenticator app shows now.'),
} as const;
