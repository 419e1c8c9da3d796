export * from './scanner-devices.ts';
export { getScanManifest, getScanManifest as getScanManifestAtDoor } from './get-scan-manifest.ts';
export { getScanStats, getScanStats as getScanStatsAtDoor, listScans } from './scans.ts';
export { scanTicket, scanTicket as scanTicketAtDoor } from './scan-ticket.ts';
export { searchTickets, searchTickets as searchTicketsAtDoor } from './search-tickets.ts';
export { syncScans, syncScans as syncScansAtDoor } from './sync-scans.ts';
export { undoScan, undoScan as undoScanAtDoor } from './undo-scan.ts';
