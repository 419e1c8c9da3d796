import { moduleOf } from '../../kernel/call/module.ts';
import type { Customers } from './module.ts';
import * as operations from './operations.ts';
import { searchCustomers } from './search.ts';
import { verifyCustomers } from './verify-customers.ts';

export const customerModule = moduleOf<Customers>()({
  operations,
  search: searchCustomers,
  verify: verifyCustomers,
});
