import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/kit/longest-first.ts';

/** Workspaces are taken as the sources that they are. */
const conditions = ['@cottontree/source', 'module', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'client/**/*.test.ts',
      'react/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    // Drills want programs that no machine has by itself: `npm run drill` runs them.
    exclude: [...configDefaults.exclude, ...(process.env['DRILL'] ? [] : ['server/test/drills/**'])],
    globalSetup: ['server/test/kit/database.ts'],
    setupFiles: ['server/test/kit/chosen-seed.ts'],
    // Two cores are busy with three: a third of what a test takes it waits, for locks, timers and the database.
    // A server of somebody else's takes a hundred connections, which are enough for two.
    maxWorkers: process.env['TEST_DATABASE_URL'] ? 2 : 3,
    // Servers and clients that share a process leave much to collect: with room for it a twentieth less of the processor.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // No module keeps anything between tests; to load all of them anew for each file took a third of the time.
    isolate: false,
    // Only what hangs is ended: what a test may take is no promise, and machines differ.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
