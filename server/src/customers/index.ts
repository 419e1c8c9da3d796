export type {
  CustomerCopy,
  CustomerDesk,
  ErasedCustomer,
  ErasedDocument,
  Eraser,
  Follower,
  NamedCustomer,
} from './customer-desk.ts';
export { openCustomers, type Customers } from './open-customers.ts';
export * as customerOperations from './operations.ts';
export { verifyCustomers } from './verify-customers.ts';
