export { advanceTestClock } from './advance-test-clock.ts';
export { createKey } from './create-key.ts';
export { createTestClock } from './create-test-clock.ts';
export { deleteTestClock } from './delete-test-clock.ts';
export { listKeys, revokeKey } from './keys.ts';
export { rotateKey } from './rotate-key.ts';
