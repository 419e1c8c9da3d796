export * from './activity/activity.ts';
export * from './operators.ts';
export * from './drivers.ts';
export { createUser, listUsers, updateUser } from './users.ts';
export { getMemberAccount, signOutMember, updateMemberAccount } from './members/account.ts';
export { acceptInvitation } from './members/accept-invitation.ts';
export {
  createInvitation,
  getInvitation,
  listInvitations,
  withdrawInvitation,
} from './members/invitations.ts';
export { listMembers, removeMember, updateMember } from './members/members.ts';
export {
  changeMemberPassword,
  endMemberSession,
  endOtherMemberSessions,
  listMemberSessions,
  requestPasswordReset,
  resetPassword,
} from './members/passwords.ts';
export * from './members/passkeys.ts';
export { signInWithPasskey, startPasskeySignIn } from './members/passkey-sign-in.ts';
export { signInMember } from './members/sign-in.ts';
export * from './members/totp.ts';
export { endSession, listSessions } from './sessions.ts';
export { resetDriverPin } from './driver-pins.ts';
