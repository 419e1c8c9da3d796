import {
  createCustomer,
  deleteCustomer,
  eraseCustomer,
  getCustomer,
  listCustomers,
  lookUpCustomer,
  updateCustomer,
} from './customers.ts';

/** Whom the merchant sells to. */
export const customerOperations = Object.freeze({
  createCustomer,
  listCustomers,
  lookUpCustomer,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  eraseCustomer,
});
