export * from './get-till-changes.ts';
export * from './get-till-staff.ts';
export * from './sync-sales.ts';
export * from './sync-drawers.ts';
