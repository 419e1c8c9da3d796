import { getTillChanges } from './changes.ts';
import { syncDrawers } from './sync-drawers.ts';
import { syncSales } from './sync-sales.ts';
import { getTillStaff } from './till-staff.ts';

/** What tills bring and take after a time without network. */
export const syncOperations = Object.freeze({ getTillChanges, getTillStaff, syncSales, syncDrawers });
