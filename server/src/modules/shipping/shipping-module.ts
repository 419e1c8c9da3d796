import { moduleOf } from '../../kernel/call/module.ts';
import { mapLoops, shippingLoops } from './open-shipping.ts';
import type { Shipping } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfShipping } from './overview.ts';
import { searchShipping } from './search.ts';
import { runDueOnClock } from './deliveries/run-due-deliveries.ts';
import { verifyShipping } from './verify-shipping.ts';

export const shippingModule = moduleOf<Shipping>()({
  operations,
  everywhere: mapLoops,
  loops: shippingLoops,
  runDue: runDueOnClock,
  overview: overviewOfShipping,
  search: searchShipping,
  verify: verifyShipping,
  close: ({ watch }) => watch[Symbol.dispose](),
});
