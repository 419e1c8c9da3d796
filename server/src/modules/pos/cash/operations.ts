export * from './close-cash-session.ts';
export * from './create-cash-movement.ts';
export * from './get-cash-report.ts';
export * from './print/get-cash-report-pdf.ts';
export { getCashSession, listCashSessions } from './cash-sessions.ts';
export { listCashMovements } from './list-cash-movements.ts';
export * from './list-drawer-flags.ts';
export * from './open-cash-session.ts';
