import {
  closeCashSession,
  createCashMovement,
  getCashReport,
  getCashSession,
  listCashMovements,
  listCashSessions,
  openCashSession,
} from './cash-sessions.ts';

/** Drawers, and what is counted in them. */
export const cashOperations = Object.freeze({
  openCashSession,
  listCashSessions,
  getCashSession,
  createCashMovement,
  listCashMovements,
  getCashReport,
  closeCashSession,
});
