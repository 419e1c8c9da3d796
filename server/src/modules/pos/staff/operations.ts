export { claimTerminal } from './claim-terminal.ts';
export {
  createTerminal,
  deleteTerminal,
  getCurrentTerminal,
  listTerminals,
  updateTerminal,
} from './terminals.ts';
export * from './staff.ts';
export * from './widget-sessions.ts';
export * from './terminal-pairings.ts';
export { getTerminal } from './get-terminal.ts';
export { pairTerminal } from './pair-terminal.ts';
