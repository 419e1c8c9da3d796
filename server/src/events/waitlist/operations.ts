export { joinPublicWaitlist } from './join-public-waitlist.ts';
export { joinWaitlist } from './join-waitlist.ts';
export { leaveWaitlist } from './leave-waitlist.ts';
export { listWaitlist } from './list-waitlist.ts';
