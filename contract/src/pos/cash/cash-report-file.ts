import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { FileBytes, OneOf } from '../../schema.ts';
import { receiptLanguages } from '../receipts/receipts.ts';
import { exampleCashSession } from './cash-examples.ts';
import { SessionParams } from './cash-schema.ts';

export const getCashReportPdf = operation({
  id: 'getCashReportPdf',
  method: 'GET',
  path: '/pos/cash-sessions/:id/report/pdf',
  tag: 'Cash drawers',
  summary: 'Read the report of a drawer as PDF',
  description:
    'On A4, to be kept, mailed and signed: the Z report of a closed drawer, with its number and fingerprint, or of an open one the X report as it stands. Its figures are those of GET /pos/cash-sessions/:id/report; names and times are told as they are where the shop is.',
  scope: 'cash:write',
  status: 200,
  params: SessionParams,
  query: Type.Object({
    lang: Type.Optional(OneOf(receiptLanguages, 'English or Krio; English, if left out.')),
  }),
  answer: FileBytes,
  binary: { type: 'application/pdf' },
  errors: ['CASH_SESSION_NOT_FOUND'],
  example: { params: { id: exampleCashSession.id }, query: {}, answer: '%PDF-1.7 …' },
});
