export { getTillChanges } from './get-till-changes.ts';
export { getTillStaff } from './get-till-staff.ts';
export { syncSales } from './sync-sales.ts';
