export { createCustomer } from './create-customer.ts';
export { deleteCustomer } from './delete-customer.ts';
export { eraseCustomer } from './erase-customer.ts';
export { getCustomer } from './get-customer.ts';
export { listCustomers } from './list-customers.ts';
export { lookUpCustomer } from './look-up-customer.ts';
export { updateCustomer } from './update-customer.ts';
