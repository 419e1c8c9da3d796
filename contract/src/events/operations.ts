import { setEventImage } from './event-image.ts';
import { listEventKeys, revokeEventKey, rotateEventKeys } from './event-keys.ts';
import {
  createEvent,
  deleteEvent,
  duplicateEvent,
  getEvent,
  listEvents,
  previewCancellation,
  updateEvent,
} from './events.ts';
import {
  cancelTicketOrder,
  createTicketOrder,
  getTicketOrder,
  listAllTicketOrders,
  listTicketOrders,
  payTicketOrder,
  refundTicketOrder,
  updateTicketOrder,
} from './orders/orders.ts';
import {
  cancelPublicTicketOrder,
  createPublicTicketOrder,
  getPublicTicketOrder,
  payPublicTicketOrder,
  updatePublicTicketOrder,
} from './orders/public-orders.ts';
import { createPool, deletePool, updatePool } from './pools.ts';
import { createPromoCode, deletePromoCode, listPromoCodes, updatePromoCode } from './promos/promo-codes.ts';
import { getPublicEvent } from './public-event.ts';
import { syncScans, syncScansAtDoor } from './scanning/scan-batch.ts';
import { getScanManifest, getScanManifestAtDoor } from './scanning/scan-manifest.ts';
import { getScanStats, getScanStatsAtDoor } from './scanning/scan-stats.ts';
import {
  createScannerDevice,
  getScannerDevice,
  listScannerDevices,
  pairScanner,
  revokeScannerDevice,
} from './scanning/scanner-devices.ts';
import { listScans, scanTicket, scanTicketAtDoor, undoScan, undoScanAtDoor } from './scanning/scans.ts';
import { searchTickets, searchTicketsAtDoor } from './scanning/ticket-search.ts';
import { getOrderTicketsPdf, getTicketCalendar, getTicketPdf, getTicketQr } from './ticket-files.ts';
import { createTicketType, deleteTicketType, updateTicketType } from './ticket-types.ts';
import {
  blockTicket,
  getTicket,
  listTickets,
  resendTicket,
  transferTicket,
  unblockTicket,
  voidTicket,
} from './tickets.ts';
import { joinPublicWaitlist, joinWaitlist, leaveWaitlist, listWaitlist } from './waitlist/waitlist.ts';

/** Selling tickets and letting people in with them. */
export const eventOperations = Object.freeze({
  listTickets,
  getTicket,
  resendTicket,
  transferTicket,
  blockTicket,
  unblockTicket,
  voidTicket,
  getTicketQr,
  getTicketPdf,
  getTicketCalendar,
  getOrderTicketsPdf,
  listEventKeys,
  rotateEventKeys,
  revokeEventKey,
  listEvents,
  createEvent,
  getEvent,
  previewCancellation,
  updateEvent,
  deleteEvent,
  duplicateEvent,
  setEventImage,
  createTicketType,
  updateTicketType,
  deleteTicketType,
  createPool,
  updatePool,
  deletePool,
  getPublicEvent,
  createTicketOrder,
  listTicketOrders,
  listAllTicketOrders,
  getTicketOrder,
  updateTicketOrder,
  payTicketOrder,
  cancelTicketOrder,
  refundTicketOrder,
  createPublicTicketOrder,
  getPublicTicketOrder,
  updatePublicTicketOrder,
  payPublicTicketOrder,
  cancelPublicTicketOrder,
  createPromoCode,
  listPromoCodes,
  updatePromoCode,
  deletePromoCode,
  joinWaitlist,
  joinPublicWaitlist,
  listWaitlist,
  leaveWaitlist,
  scanTicket,
  syncScans,
  undoScan,
  listScans,
  getScanStats,
  getScanManifest,
  searchTickets,
  createScannerDevice,
  listScannerDevices,
  getScannerDevice,
  revokeScannerDevice,
  pairScanner,
  scanTicketAtDoor,
  syncScansAtDoor,
  undoScanAtDoor,
  getScanStatsAtDoor,
  getScanManifestAtDoor,
  searchTicketsAtDoor,
});
