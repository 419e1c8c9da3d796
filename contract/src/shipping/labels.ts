import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { receiptLanguages } from '../pos/receipts/receipts.ts';
import { FileBytes, OneOf } from '../schema.ts';
import { exampleJobNumber, exampleOtherJobNumber } from './examples.ts';

/** What labels are printed on: `100x150` a label printer's roll, in millimetres; `a4` four to a sheet. */
export const labelPapers = Object.freeze(['100x150', 'a4'] as const);
export type LabelPaper = (typeof labelPapers)[number];

/** Labels on a sheet of A4. */
export const labelsOnSheet = 4;

export const PrintLabelsBody = Type.Object(
  {
    job_numbers: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      description:
        '1 to 100 job numbers, in the order in which their labels come; one named twice gets one label.',
    }),
    paper: Type.Optional(
      OneOf(
        labelPapers,
        '100x150: a page of 100 by 150 mm for each, as label printers take it; a4: four to a sheet of A4, with lines to cut along. 100x150, if left out.',
      ),
    ),
    first_place: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: labelsOnSheet,
        default: 1,
        description:
          'For a4: where the first label goes, 1 to 4 from the left and then down, on a sheet of which some are used.',
      }),
    ),
    lang: Type.Optional(OneOf(receiptLanguages, 'English or Krio; English, if left out.')),
  },
  { title: 'PrintLabelsBody', description: 'Which labels, and on what.' },
);
export type PrintLabelsBody = Static<typeof PrintLabelsBody>;

export const printLabels = operation({
  id: 'printLabels',
  method: 'POST',
  path: '/shipping/labels',
  tag: 'Shipping',
  summary: 'Print labels as PDF',
  description:
    'What is stuck on parcels: the job number as text and as QR code, who sends it, whom it is for, the way there with its landmark, what the courier has to know, and the cash to collect. No handoff code stands on one. Nothing is written, so it can be asked for as often as labels are spoilt. One number that is not found refuses all of them and is named; more than 100 are refused with TOO_MANY_ITEMS.',
  scope: 'shipping:read',
  reads: true,
  status: 200,
  body: PrintLabelsBody,
  answer: FileBytes,
  binary: { type: 'application/pdf' },
  errors: ['DELIVERY_NOT_FOUND', 'TOO_MANY_ITEMS'],
  example: {
    body: { job_numbers: [exampleJobNumber, exampleOtherJobNumber], paper: 'a4', first_place: 3 },
    answer: '%PDF-1.7 …',
  },
});
