import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'client/**/*.test.ts'],
    globalSetup: ['server/test/kit/database.ts'],
    setupFiles: ['server/test/kit/chosen-seed.ts'],
    maxWorkers: 2,
    // No module keeps anything between tests; to load all of them anew for each file took a third of the time.
    isolate: false,
    // Only what hangs is ended: what a test may take is no promise, and machines differ.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
