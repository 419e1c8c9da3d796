import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

let invited = 0;

/** Somebody else is invited each time, for an earlier invitation to the same address is replaced. */
export function requests(_stage: () => RepeatStage): Repeatables {
  return {
    createInvitation: {
      request: async () => ({
        body: { email: `invited-${(invited += 1)}@example.sl`, role: 'viewer' },
      }),
      other: { email: 'another@example.sl', role: 'staff' },
    },
  };
}
