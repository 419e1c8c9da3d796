import { SHEETS } from './modules/events/index.ts';
import { PAPER } from './modules/invoices/index.ts';
import { ESCPOS, RECEIPT } from './modules/pos/index.ts';
import { servePress } from './print/index.ts';

/** What threads run that print: a program of its own, beside the server's. */
servePress([ESCPOS, PAPER, RECEIPT, SHEETS]);
