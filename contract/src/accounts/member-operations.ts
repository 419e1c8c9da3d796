import { listActivity } from './activity.ts';
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  withdrawInvitation,
} from './invitations.ts';
import { getMemberAccount, signInMember, signOutMember, updateMemberAccount } from './member-account.ts';
import {
  changeMemberPassword,
  confirmTotp,
  disableTotp,
  endMemberSession,
  endOtherMemberSessions,
  listMemberSessions,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  startTotp,
} from './member-secrets.ts';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  updatePasskey,
} from './passkeys.ts';
import { listMembers, removeMember, updateMember } from './members.ts';

/** What a merchant's people call, in the order of the documentation. */
export const memberOperations = {
  signInMember,
  signOutMember,
  getMemberAccount,
  updateMemberAccount,
  changeMemberPassword,
  requestPasswordReset,
  resetPassword,
  getInvitation,
  acceptInvitation,
  startTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  startPasskeySignIn,
  signInWithPasskey,
  startPasskey,
  addPasskey,
  listPasskeys,
  updatePasskey,
  deletePasskey,
  listMemberSessions,
  endMemberSession,
  endOtherMemberSessions,
  listMembers,
  updateMember,
  removeMember,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  listActivity,
};
