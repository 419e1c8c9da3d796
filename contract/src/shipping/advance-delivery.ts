import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Delivery } from './delivery-schema.ts';
import { exampleAssignedSummary, exampleDelivery, exampleJobNumber } from './examples.ts';
import { JobNumberParams, Status } from './schemas.ts';

export const advanceDelivery = operation({
  id: 'advanceDelivery',
  method: 'POST',
  path: '/test/deliveries/:jobNumber/advance',
  tag: 'Test mode',
  summary: 'Move a test delivery on',
  description:
    'Walks the legal way to the status with all its events, as if the right codes had been entered, and takes the first free driver. The status it has already is answered without an event; a status that lies behind is refused.',
  scope: 'shipping:write',
  testOnly: true,
  status: 200,
  params: JobNumberParams,
  body: Type.Object({ to_status: Status }),
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { to_status: 'assigned' },
    answer: { ...exampleDelivery, ...exampleAssignedSummary },
  },
});
