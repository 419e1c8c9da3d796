import { getCashReportPdf } from './cash-report-file.ts';
import {
  closeCashSession,
  createCashMovement,
  getCashReport,
  getCashSession,
  listCashMovements,
  listCashSessions,
  openCashSession,
} from './cash-sessions.ts';
import { listDrawerFlags } from './drawer-flags.ts';

/** Drawers, and what is counted in them. */
export const cashOperations = Object.freeze({
  openCashSession,
  listCashSessions,
  getCashSession,
  createCashMovement,
  listCashMovements,
  listDrawerFlags,
  getCashReport,
  getCashReportPdf,
  closeCashSession,
});
