export { closeCashSession } from './close-cash-session.ts';
export { createCashMovement } from './create-cash-movement.ts';
export { getCashReport } from './get-cash-report.ts';
export { getCashSession } from './get-cash-session.ts';
export { listCashMovements } from './list-cash-movements.ts';
export { listCashSessions } from './list-cash-sessions.ts';
export { openCashSession } from './open-cash-session.ts';
