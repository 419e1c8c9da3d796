import { moduleOf } from '../core/module.ts';
import { eventLoops, type Events } from './open-events.ts';
import * as operations from './operations.ts';
import { runDueEventsOnClock } from './run-due-events.ts';
import { verifyTicketCodes } from './tickets/verify-codes.ts';
import { verifyEvents } from './verify-events.ts';

export const eventModule = moduleOf<Events>()({
  operations,
  loops: eventLoops,
  runDue: runDueEventsOnClock,
  verify: async (runner, { vault }) => [
    ...(await verifyEvents(runner)),
    ...(await verifyTicketCodes(runner, vault)),
  ],
});
