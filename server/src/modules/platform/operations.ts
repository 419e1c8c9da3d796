export { listPlatformActs } from './acts.ts';
export * from './get-platform-health.ts';
export * from './merchants.ts';
