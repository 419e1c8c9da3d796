import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, Text } from '../../schema.ts';
import { JobNumberOut } from '../../shared-fields.ts';
import { DeliverySummary } from '../delivery-schema.ts';
import {
  exampleAssignedSummary,
  exampleDriverId,
  exampleJobNumber,
  exampleOtherJobNumber,
} from '../examples.ts';
import { JobNumberParams } from '../schemas.ts';

/** Whom somebody who assigns believes to have the parcel. */
const ExpectedDriver = Type.Optional(
  Nullable(
    Text(
      64,
      '`drv_…`, who has the delivery as far as you know, or null for nobody: where it is somebody else by now, nothing changes. Left out: whoever has it.',
    ),
  ),
);

export const assignDelivery = operation({
  id: 'assignDelivery',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/assign',
  tag: 'Dispatch',
  summary: 'Assign a driver',
  description:
    'Gives a pending delivery its driver, or an assigned one another driver; the latter is no change of status and sends shipping.driver.changed. With expected_driver_id, only if a colleague has not given it to somebody else meanwhile.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    driver_id: Text(64, 'The driver who is to carry the parcel.'),
    expected_driver_id: ExpectedDriver,
  }),
  answer: DeliverySummary,
  errors: ['DELIVERY_NOT_FOUND', 'DRIVER_NOT_FOUND', 'STATE_CONFLICT', 'DRIVER_CHANGED'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { driver_id: exampleDriverId },
    answer: exampleAssignedSummary,
  },
});

/** Assignments in one call. */
export const ASSIGNMENTS_MAX = 100;

export const assignDeliveries = operation({
  id: 'assignDeliveries',
  method: 'POST',
  path: '/dispatch/assignments',
  tag: 'Dispatch',
  summary: 'Assign drivers to several deliveries',
  description:
    'Each assignment stands for itself: one that is refused does not hold up the others. The results are in the order of the request.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  body: Type.Object({
    assignments: Type.Array(
      Type.Object({
        job_number: Text(64, '`SHP-XXXX-XXXX`, the delivery to hand out.'),
        driver_id: Text(64, '`drv_…`, who is to carry it.'),
        expected_driver_id: ExpectedDriver,
      }),
      {
        minItems: 1,
        description: `At most ${ASSIGNMENTS_MAX}.`,
      },
    ),
  }),
  answer: Type.Object(
    {
      results: Type.Array(
        Type.Object({
          job_number: JobNumberOut,
          driver_id: Type.String({ description: '`drv_…`, as it was sent.' }),
          assigned: Type.Boolean({ description: 'Whether the courier has it now.' }),
          error: Nullable(
            Type.Object(
              {
                code: Type.String({ description: 'As assigning one alone would answer it.' }),
                message: Type.String({ description: 'What is wrong and what would work.' }),
              },
              { description: 'Why not; null: it was assigned.' },
            ),
          ),
        }),
        { description: 'One for each assignment, in the order in which they were sent.' },
      ),
      assigned_count: Type.Integer({ description: 'How many of them were assigned.' }),
    },
    { title: 'AssignmentResults', description: 'What became of each assignment.' },
  ),
  errors: ['TOO_MANY_ITEMS'],
  example: {
    body: {
      assignments: [
        { job_number: exampleJobNumber, driver_id: exampleDriverId },
        { job_number: exampleOtherJobNumber, driver_id: exampleDriverId },
      ],
    },
    answer: {
      results: [
        { job_number: exampleJobNumber, driver_id: exampleDriverId, assigned: true, error: null },
        {
          job_number: exampleOtherJobNumber,
          driver_id: exampleDriverId,
          assigned: false,
          error: {
            code: 'STATE_CONFLICT',
            message: `Delivery ${exampleOtherJobNumber} is delivered; a driver can be assigned only until pickup.`,
          },
        },
      ],
      assigned_count: 1,
    },
  },
});
