import { moduleOf } from '../core/module.ts';
import { mapLoops, shippingLoops } from './open-shipping.ts';
import type { Shipping } from './module.ts';
import * as operations from './operations.ts';
import { runDueOnClock } from './run-due-deliveries.ts';
import { verifyShipping } from './verify-shipping.ts';

export const shippingModule = moduleOf<Shipping>()({
  operations,
  everywhere: mapLoops,
  loops: shippingLoops,
  runDue: runDueOnClock,
  verify: verifyShipping,
  close: ({ watch }) => watch[Symbol.dispose](),
});
