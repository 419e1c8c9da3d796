import { SHEETS } from './events/index.ts';
import { PAPER } from './invoices/index.ts';
import { ESCPOS, RECEIPT } from './pos/index.ts';
import { servePress } from './print/index.ts';

/** What threads run that print: a program of its own, beside the server's. */
servePress([ESCPOS, PAPER, RECEIPT, SHEETS]);
