import { Type } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { asMember, asVisitor, exampleMember, examplePassword, MemberAccount } from './member-account.ts';
import { exampleSession, OpenSession, SecretChanged } from './own-account.ts';
import { Typed } from './sign-in.ts';

const NewPassword = Typed('10 to 128 characters.');
const Password = Typed('The password so far.');

export const changeMemberPassword = operation({
  ...asMember,
  id: 'changeMemberPassword',
  method: 'POST',
  path: '/account/password',
  summary: 'Change the own password',
  description: "One's other sessions end.",
  body: Type.Object(
    { password: Password, new_password: NewPassword },
    { title: 'ChangeMemberPasswordBody', description: 'The old password and the new one.' },
  ),
  answer: SecretChanged,
  errors: ['INVALID_CREDENTIALS'],
  example: {
    body: { password: examplePassword, new_password: 'three ferries to Lungi' },
    answer: { changed: true },
  },
});

export const requestPasswordReset = operation({
  ...asVisitor,
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/account/password-reset',
  summary: 'Have a link sent that sets a new password',
  description:
    'The answer is the same whether anybody has the address or not. The link counts for an hour, once, and goes by e-mail; where the server has no mail server, whoever runs it makes one with `cottontree people reset`.',
  body: Type.Object(
    { email: Typed('In capitals or not.') },
    { title: 'PasswordResetBody', description: 'Whose password was forgotten.' },
  ),
  answer: Type.Object(
    {
      requested: Type.Literal(true, {
        description: 'Always true: a link is on its way if somebody has the address.',
      }),
    },
    { title: 'PasswordResetRequested', description: 'That the request was taken.' },
  ),
  errors: [],
  example: { body: { email: exampleMember.email }, answer: { requested: true } },
});

export const resetPassword = operation({
  ...asVisitor,
  id: 'resetPassword',
  method: 'POST',
  path: '/account/password-reset/confirm',
  summary: 'Set a new password with a link that was sent',
  description:
    'All sessions of the person end. Sign in with the new password, and with a code where one is asked for.',
  body: Type.Object(
    { token: Typed('What stands behind # in the link.'), new_password: NewPassword },
    { title: 'ResetPasswordBody', description: 'The token of the link and the new password.' },
  ),
  answer: SecretChanged,
  errors: ['RESET_LINK_CLOSED'],
  example: {
    body: { token: `crt_${'EXAMPLE0'.repeat(5)}EXA`, new_password: 'three ferries to Lungi' },
    answer: { changed: true },
  },
});

export const listMemberSessions = operation({
  ...asMember,
  id: 'listMemberSessions',
  method: 'GET',
  path: '/account/sessions',
  summary: "List one's own sessions at the dashboard",
  description: 'Those that open now, newest first. Of more than 20 the oldest end by themselves.',
  list: true,
  query: ListQuery(sorts, {}),
  answer: OpenSession,
  errors: [],
  example: { answer: exampleSession },
});

export const endMemberSession = operation({
  ...asMember,
  id: 'endMemberSession',
  method: 'DELETE',
  path: '/account/sessions/:id',
  summary: "End one of one's own sessions at the dashboard",
  description: 'Holds within 5 seconds everywhere.',
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the session, ses_….' }) }),
  answer: Type.Object(
    {
      id: Type.String({ description: '`ses_…`, the session that was ended.' }),
      ended: Type.Literal(true, { description: 'Always true.' }),
    },
    { title: 'EndedMemberSession', description: 'That the session has ended.' },
  ),
  errors: ['SESSION_NOT_FOUND'],
  example: { params: { id: exampleSession.id }, answer: { id: exampleSession.id, ended: true } },
});

export const endOtherMemberSessions = operation({
  ...asMember,
  id: 'endOtherMemberSessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary: "End all of one's other sessions at the dashboard",
  description: 'All but the one that asks; holds within 5 seconds everywhere.',
  answer: Type.Object(
    { ended: Type.Integer({ description: 'How many sessions were ended; 0: there was no other.' }) },
    { title: 'EndedMemberSessions', description: 'That the other sessions have ended.' },
  ),
  errors: [],
  example: { answer: { ended: 2 } },
});

export const startTotp = operation({
  ...asMember,
  id: 'startTotp',
  method: 'POST',
  path: '/account/totp',
  summary: 'Begin to set up an authenticator app',
  description:
    'Nothing changes until a code of the app confirms it; begun again, the secret before counts no more.',
  showsOnce: true,
  answer: Type.Object(
    {
      secret: Type.String({ description: 'In base 32, to type into the app. Shown only here.' }),
      uri: Type.String({ description: 'The same as `otpauth://…`, for a QR code.' }),
    },
    { title: 'TotpSecret', description: 'What the authenticator app is given.' },
  ),
  errors: ['TOTP_ALREADY_ON'],
  example: {
    answer: {
      secret: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM',
      uri: 'otpauth://totp/Cottontree:isatu%40aminatastores.sl?issuer=Cottontree&secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&algorithm=SHA1&digits=6&period=30',
    },
  },
});

const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each stands in for the app once. Shown only here; made anew, those before count no more.',
    }),
  },
  { title: 'RecoveryCodes', description: 'Codes for when the authenticator app is lost.' },
);
const exampleCodes = { recovery_codes: ['exam-ple2-exam-ple3', 'exam-ple4-exam-ple5'] };

export const confirmTotp = operation({
  ...asMember,
  id: 'confirmTotp',
  method: 'POST',
  path: '/account/totp/confirm',
  summary: 'Set the authenticator app up, with a code that it shows',
  description: "From now on the password alone signs nobody in. One's other sessions end.",
  body: Type.Object(
    { code: Typed('Six digits of the app.') },
    { title: 'ConfirmTotpBody', description: 'The code that the app shows now.' },
  ),
  answer: RecoveryCodes,
  errors: ['TOTP_ALREADY_ON', 'TOTP_NOT_ON', 'CODE_WRONG'],
  example: { body: { code: '492039' }, answer: exampleCodes },
});

export const disableTotp = operation({
  ...asMember,
  id: 'disableTotp',
  method: 'POST',
  path: '/account/totp/disable',
  summary: 'Do without the authenticator app',
  description: 'The codes for recovery go with it.',
  body: Type.Object(
    { password: Password },
    { title: 'DisableTotpBody', description: 'What proves that it is the person who asks.' },
  ),
  answer: MemberAccount,
  errors: ['INVALID_CREDENTIALS', 'TOTP_NOT_ON'],
  example: { body: { password: examplePassword }, answer: exampleMember },
});

export const renewRecoveryCodes = operation({
  ...asMember,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/account/recovery-codes',
  summary: 'Make new codes for recovery',
  description: 'Those before count no more.',
  body: Type.Object(
    { password: Password },
    { title: 'RenewRecoveryCodesBody', description: 'What proves that it is the person who asks.' },
  ),
  answer: RecoveryCodes,
  errors: ['INVALID_CREDENTIALS', 'TOTP_NOT_ON'],
  example: { body: { password: examplePassword }, answer: exampleCodes },
});
