export * from './acts.ts';
export * from './get-platform-health.ts';
export * from './invite-owner.ts';
export * from './merchants.ts';
