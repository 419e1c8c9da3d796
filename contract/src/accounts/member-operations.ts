import { getMemberAccount, signInMember, signOutMember, updateMemberAccount } from './member-account.ts';

/** What a merchant's people call, in the order of the documentation. */
export const memberOperations = {
  signInMember,
  signOutMember,
  getMemberAccount,
  updateMemberAccount,
};
