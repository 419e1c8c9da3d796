export { closeCashSession, getCashSession, listCashSessions, openCashSession } from './cash-sessions.ts';
export { createCashMovement, listCashMovements } from './cash-movements.ts';
export { getCashReport } from './cash-reports.ts';
export * from './print/get-cash-report-pdf.ts';
export * from './list-drawer-flags.ts';
