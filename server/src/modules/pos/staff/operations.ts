export * from './terminal-pairings.ts';
export {
  createTerminal,
  deleteTerminal,
  getCurrentTerminal,
  getTerminal,
  listTerminals,
  updateTerminal,
} from './terminals.ts';
export * from './staff.ts';
export * from './widget-sessions.ts';
