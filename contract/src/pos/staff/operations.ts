import { createStaff, deleteStaff, getStaff, listStaff, setStaffPin, updateStaff } from './staff.ts';
import {
  claimTerminal,
  endTerminalPairing,
  getCurrentTerminal,
  getTerminalPairing,
  pairTerminal,
} from './terminal-pairing.ts';
import { createTerminal, deleteTerminal, getTerminal, listTerminals, updateTerminal } from './terminals.ts';
import {
  createWidgetSession,
  endCurrentWidgetSession,
  endWidgetSession,
  getCurrentWidgetSession,
  listWidgetSessions,
} from './widget-sessions.ts';

/** Who works the tills, and the tills. */
export const staffOperations = Object.freeze({
  createStaff,
  listStaff,
  getStaff,
  updateStaff,
  deleteStaff,
  setStaffPin,
  createTerminal,
  listTerminals,
  getCurrentTerminal,
  claimTerminal,
  getTerminal,
  updateTerminal,
  deleteTerminal,
  pairTerminal,
  getTerminalPairing,
  endTerminalPairing,
  createWidgetSession,
  listWidgetSessions,
  getCurrentWidgetSession,
  endCurrentWidgetSession,
  endWidgetSession,
});
