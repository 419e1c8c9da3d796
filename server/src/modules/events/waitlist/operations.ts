export { joinPublicWaitlist } from './join-public-waitlist.ts';
export { joinWaitlist } from './join-waitlist.ts';
export { leaveWaitlist, listWaitlist } from './waitlist.ts';
