export * from './join-public-waitlist.ts';
export * from './join-waitlist.ts';
export * from './waitlist.ts';
