export * from './branding/branding.ts';
export { advanceTestClock } from './advance-test-clock.ts';
export * from './profile.ts';
export { createKey } from './create-key.ts';
export { createTestClock } from './create-test-clock.ts';
export * from './delete-test-clock.ts';
export { listKeys, revokeKey } from './keys.ts';
export * from './requests.ts';
export * from './rotate-key.ts';
