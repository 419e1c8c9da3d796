export type {
  CustomerCopy,
  CustomerDesk,
  ErasedCustomer,
  ErasedDocument,
  Eraser,
  Follower,
  NamedCustomer,
} from './customer-desk.ts';
export { openCustomers } from './open-customers.ts';
export type { Customers } from './module.ts';
export { customerModule } from './customer-module.ts';
