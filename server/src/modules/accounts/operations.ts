export * from './activity/activity.ts';
export * from './change-password.ts';
export * from './change-pin.ts';
export * from './users.ts';
export { getMemberAccount, signOutMember, updateMemberAccount } from './members/account.ts';
export { acceptInvitation } from './members/accept-invitation.ts';
export {
  createInvitation,
  getInvitation,
  listInvitations,
  withdrawInvitation,
} from './members/invitations.ts';
export * from './members/members.ts';
export {
  changeMemberPassword,
  endMemberSession,
  endOtherMemberSessions,
  listMemberSessions,
  requestPasswordReset,
  resetPassword,
} from './members/passwords.ts';
export * from './members/passkeys.ts';
export * from './members/passkey-sign-in.ts';
export { signInMember } from './members/sign-in.ts';
export * from './members/totp.ts';
export * from './sessions.ts';
export * from './get-driver-account.ts';
export * from './get-operator-account.ts';
export { resetDriverPin } from './reset-driver-pin.ts';
export { signInDriver } from './sign-in-driver.ts';
export { signInOperator, signInOperatorOnPage } from './sign-in-operator.ts';
export * from './sign-out-driver.ts';
export * from './sign-out-operator.ts';
