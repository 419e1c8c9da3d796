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
export { customerModule } from './customer-module.ts';
