export {
  claimTerminal,
  createTerminal,
  deleteTerminal,
  getCurrentTerminal,
  listTerminals,
  updateTerminal,
} from './terminals.ts';
export { createStaff, deleteStaff, getStaff, listStaff, setStaffPin, updateStaff } from './staff.ts';
export {
  createWidgetSession,
  endCurrentWidgetSession,
  endWidgetSession,
  getCurrentWidgetSession,
  listWidgetSessions,
} from './widget-sessions.ts';
export { endTerminalPairing, getTerminalPairing } from './terminal-pairings.ts';
export { getTerminal } from './get-terminal.ts';
export { pairTerminal } from './pair-terminal.ts';
