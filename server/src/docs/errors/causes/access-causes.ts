import { because } from './explanation.ts';

/** Refusals about who asks: keys, sessions, people, devices. */
export const accessCauses = {
  UNAUTHORIZED: because(
    'No key or session came, or it is mistyped, revoked, rotated away or expired. All of these look the same on purpose. A key in the query string counts as none.',
    'Send `Authorization: Bearer sk_…` with the whole key, without quotes or line ends. If it is lost, make another in the dashboard: keys are shown once.',
  ),
  INVALID_CREDENTIALS: because(
    'Phone and PIN, or e-mail address and password, do not belong together, or nobody is known by them. The answer does not tell which.',
    'Try again with care. Further wrong tries are slowed down. Whoever forgot a password asks for a link to set a new one; a courier’s PIN is set by dispatch.',
  ),
  SECOND_FACTOR_REQUIRED: because(
    'The password was right, and the person has an authenticator app: a code is needed as well.',
    'Ask for the code that the app shows now, or for one of the recovery codes, and send all of it again with that code.',
  ),
  SECOND_FACTOR_WRONG: because(
    'The password was right, the code was not: it is older than a minute or so, was used already, or the phone’s clock is wrong.',
    'Wait for the next code and send that one. Set the phone’s time by the network. Each recovery code opens once.',
  ),
  PASSKEY_REFUSED: because(
    'The passkey is not one of this server, or it answered a question that was too old or answered already.',
    'Begin anew, so that a fresh question is asked. If that fails too, sign in with the password and add the passkey again.',
  ),
  INSUFFICIENT_SCOPE: because(
    'The key is right, but lacks the scope that this operation needs; `details.scope` names it. Write does not include read.',
    'Make a key with that scope, or add it to a new one and rotate. A person’s role decides what a session may do: ask an owner to change it.',
  ),
  PUBLIC_KEY_NOT_ALLOWED: because(
    'The operation takes only a secret key; this one, `pk_…`, is for pages and may do only what anybody may do there.',
    'Call it from your server with a secret key. From a page, ask your own server to do it.',
  ),
  ORIGIN_NOT_ALLOWED: because(
    'The page that sent the request is not among those that the public key lists. In a session, the request came from a page of another site.',
    'Add the page’s origin (`https://shop.example.sl`, without a path) to the key in the dashboard. In a session, call from pages of this server only.',
  ),
  IP_NOT_ALLOWED: because(
    'The key may be used from certain addresses only, and yours is none of them. Behind a proxy that the server does not trust, the proxy’s address counts.',
    'Add the address your server goes out from to the key, or call from one that is listed.',
  ),
  SECRET_KEY_IN_BROWSER: because(
    'A secret key came from a web page, so everybody who opened that page can read it.',
    'Revoke the key now and make a new one for your server. On pages use a public key, `pk_…`, with the operations that allow it.',
  ),
  SAME_PERSON: because(
    'What one person counted, another has to confirm: whoever counted the cash cannot settle the dispute about it.',
    'Ask a colleague to do it, signed in as himself or herself.',
  ),
  OPERATORS_ONLY: because(
    'The operation shows or changes what concerns all merchants, so it is for the people of the platform. A merchant’s key never suffices.',
    'Sign in as an operator and call it with that session, or ask whoever runs the server.',
  ),
  LIVE_ONLY: because(
    'What would change counts for live data as well, so a test key may not change it.',
    'Send the same change with a live key.',
  ),
  TEST_ONLY: because(
    'The operation moves test data or its clock, and came with a live key. Nothing live is ever moved by hand.',
    'Call it with a test key, `sk_test_…`.',
  ),
  MERCHANT_SUSPENDED: because(
    'The platform has suspended the merchant. Nothing is lost; reading and writing by key stop until it is lifted.',
    'Ask whoever runs the server why, and what would lift it.',
  ),
  STAFF_PERMISSION_REQUIRED: because(
    'The member of staff whose PIN opened the till may not do this; `details.permission` names what is missing.',
    'Let somebody with the permission enter their PIN for it, or give the permission in the dashboard under Till, Staff.',
  ),
  TERMINAL_NOT_PAIRED: because(
    'The device is bound to no till, or its pairing was ended in the dashboard.',
    'Make a pairing code for the till in the dashboard and enter it on the device. What the device still holds unsent stays on it.',
  ),
  SCANNER_NOT_PAIRED: because(
    'The device is not paired with this event, its pairing was ended, or the code was wrong, used or older than ten minutes.',
    'Make a new pairing code under the event’s doors and enter it within ten minutes.',
  ),
  NOT_A_MEMBER: because(
    '`X-Merchant` names a merchant that the person who is signed in does not belong to, or no longer.',
    'Send the id of a merchant that the account lists, or ask an owner of the other for an invitation.',
  ),
  MEMBER_LIMIT_EXCEEDED: because(
    'The person has a limit, on refunds for example, and this is above it. `details` has the limit, what is allowed and what was asked.',
    'Ask for less, or let somebody without that limit do it. An owner changes limits under Settings, Members.',
  ),
  LAST_OWNER: because(
    'The change would leave the merchant without an owner.',
    'Make another member an owner first, then change or remove this one.',
  ),
  ALREADY_MEMBER: because(
    'The person with this e-mail address belongs to the merchant already.',
    'Change their role instead of inviting them again.',
  ),
  TOO_MANY_MEMBERS: because(
    'Members and open invitations together are as many as a merchant may have; `details.members_max` says how many.',
    'Remove members who left, or withdraw invitations that nobody accepted.',
  ),
  TOO_MANY_PASSKEYS: because(
    'The person has as many passkeys as one may have.',
    'Remove one that is not used any more, then add the new one.',
  ),
  TOTP_ALREADY_ON: because(
    'An authenticator app is set up already.',
    'To move to another phone, switch it off first, with a code of the old one or a recovery code, then set it up again.',
  ),
  TOTP_NOT_ON: because(
    'No authenticator app is set up, or the setting up was not begun, or was begun too long ago.',
    'Begin the setting up again, scan the new QR code, and confirm with the code it shows.',
  ),
  INVITATION_CLOSED: because(
    'The invitation was accepted, withdrawn, replaced by a newer one, or is older than seven days.',
    'Ask whoever invited you for a new one; open the link of the newest message.',
  ),
  RESET_LINK_CLOSED: because(
    'The link to set a new password was used, is older than an hour, or a newer one was asked for.',
    'Ask for a new link and open the newest message.',
  ),
  CODE_WRONG: because(
    'The code is not the one that the authenticator app shows now, mostly because the phone’s clock is off.',
    'Set the phone’s time by the network, wait for the next code, and send that.',
  ),
  OWN_ACCOUNT: because(
    'Nobody takes rights from oneself, nor sets one’s own password here without knowing the old one.',
    'Let another operator change your role or status. Change your own password with the operation for that.',
  ),
  EMAIL_TAKEN: because(
    'Another person of the platform has this e-mail address.',
    'Use another address, or change the person who has it.',
  ),
  TOO_MANY_KEYS: because(
    'As many keys exist as are allowed: API keys of the merchant, or signing keys that an event has had.',
    'Revoke API keys that are not used; `last_used_at` shows which. For an event, go on with the key it has.',
  ),
} as const;
