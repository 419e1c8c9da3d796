export { closeCashSession } from './close-cash-session.ts';
export { createCashMovement } from './create-cash-movement.ts';
export { getCashReport } from './get-cash-report.ts';
export { getCashSession, listCashSessions } from './cash-sessions.ts';
export { listCashMovements } from './list-cash-movements.ts';
export { openCashSession } from './open-cash-session.ts';
