import { SHEETS } from './modules/events/index.ts';
import { PAPER } from './modules/invoices/index.ts';
import { DRAWER_REPORT, ESCPOS, RECEIPT } from './modules/pos/index.ts';
import { LABELS } from './modules/shipping/index.ts';
import { servePress } from './print/index.ts';

/** What threads run that print: a program of its own, beside the server's. */
servePress([DRAWER_REPORT, ESCPOS, LABELS, PAPER, RECEIPT, SHEETS]);
