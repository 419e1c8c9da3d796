export type {
  CustomerCopy,
  CustomerPort,
  ErasedEverywhere,
  ErasedCustomer,
  ErasedDocument,
  Eraser,
  Follower,
  NamedCustomer,
} from './customer-port.ts';
export { openCustomers } from './open-customers.ts';
export type { Customers } from './module.ts';
export { customerModule, verifyCustomers } from './customer-module.ts';
