export {
  createCustomer,
  deleteCustomer,
  eraseCustomer,
  getCustomer,
  listCustomers,
  lookUpCustomer,
  updateCustomer,
} from './customers.ts';
