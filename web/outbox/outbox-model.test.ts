import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { acts, begin, recover } from './test/commands.ts';

const isLong = process.env['PROMISES'] === 'long';
const RUNS = isLong ? 1_500 : 60;

test(
  'whatever comes between: all that was confirmed is with the server, once, and every conflict is shown',
  { timeout: isLong ? 3_600_000 : 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (commands) => {
        const { model, real } = await begin();
        await fc.asyncModelRun(() => ({ model, real }), commands);
        const tab = await recover(real);
        const kept = real.server.sales().map(({ client_id, total }) => [client_id, total] as const);
        expect(new Map(kept)).toEqual(model.confirmed);
        expect((await tab.db.get('drawer', 'cash')) ?? 0).toBe(model.drawer);
        const shown = new Set(
          [...(await tab.outbox.listToSee()), ...((await real.otherTab?.outbox.listToSee()) ?? [])].map(
            ({ client_id }) => client_id,
          ),
        );
        const differing = [...model.confirmed].filter(([, total]) => total === 13).map(([id]) => id);
        expect(differing.filter((id) => !shown.has(id))).toEqual([]);
        expect(tab.outbox.state.value.unsent).toBe(0);
        for (const open of real.tabs) real.device.kill(open);
        if (real.otherTab) real.other.kill(real.otherTab);
      }),
      { numRuns: RUNS },
    );
  },
);
