import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Text } from './schema.ts';
import { DeliverySummary } from './shipping/delivery-schema.ts';
import { exampleAssignedSummary, exampleDriverId, exampleJobNumber } from './shipping/examples.ts';
import { JobNumberParams } from './shipping/schemas.ts';

export const assignDelivery = operation({
  id: 'assignDelivery',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/assign',
  tag: 'Dispatch',
  summary: 'Assign a driver',
  description: 'Gives a pending delivery its driver, or an assigned one another driver; the latter is no change of status and sends shipping.driver.changed.',
  scope: 'dispatch:write',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({ driver_id: Text(64, 'The driver who is to carry the parcel.') }),
  answer: DeliverySummary,
  errors: ['DELIVERY_NOT_FOUND', 'DRIVER_NOT_FOUND', 'STATE_CONFLICT'],
  example: { params: { jobNumber: exampleJobNumber }, body: { driver_id: exampleDriverId }, answer: exampleAssignedSummary },
});
