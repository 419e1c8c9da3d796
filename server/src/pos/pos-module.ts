import { moduleOf } from '../core/module.ts';
import { posLoops, type Pos } from './open-pos.ts';
import * as operations from './operations.ts';
import { runDuePosOnClock } from './run-due-pos.ts';
import { verifyPos } from './verify-pos.ts';

export const posModule = moduleOf<Pos>()({
  operations,
  loops: posLoops,
  runDue: runDuePosOnClock,
  verify: verifyPos,
});
