import { Type } from 'typebox';
import { AmountOut, Nullable, OneOf } from '../schema.ts';
import { claimStatuses, claimTypes, exampleClaim } from '../shipping/claims.ts';
import { contactWays } from '../shipping/couriers/driver-job.ts';
import { exampleDelivery, exampleDriver } from '../shipping/examples.ts';
import { OrderStatus, Status } from '../shipping/schemas.ts';
import { failureReasons, handoffTypes } from '../shipping/states.ts';
import { codStatuses, milestones } from '../shipping/words.ts';
import type { EventDescription } from './catalogue.ts';

const DeliveryCreated = Type.Object(
  {
    job_number: Type.String(),
    transaction_id: Type.String(),
    order_number: Type.String(),
    store_name: Type.String(),
    delivery_address: Type.String(),
    delivery_city: Type.String(),
    pickup_code: Type.String(),
    delivery_code: Type.String(),
    shipping_fee: AmountOut('NLe, fixed from now on.'),
    status: Status,
  },
  { title: 'DeliveryCreatedEvent', description: 'A delivery was created.' },
);

const StatusUpdated = Type.Object(
  {
    transaction_id: Type.String(),
    job_number: Type.String(),
    status: Status,
    order_status: OrderStatus,
    pickup_verified: Type.Boolean(),
    delivery_verified: Type.Boolean(),
    order_number: Type.String(),
  },
  { title: 'StatusUpdatedEvent', description: 'A delivery entered a status.' },
);

const DriverChanged = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    driver: Nullable(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        vehicle_type: Type.String(),
        plate: Type.String(),
      }),
    ),
    previous_driver_id: Nullable(Type.String()),
  },
  {
    title: 'DriverChangedEvent',
    description: 'An assigned delivery got another driver, or lost the one it had.',
  },
);

const MilestoneReached = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    milestone: OneOf(milestones, 'near: about 10 minutes away.'),
  },
  {
    title: 'MilestoneEvent',
    description:
      'The courier came to the pickup, near the recipient, or to the door; each at most once a job.',
  },
);

const AttemptFailed = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    reason: OneOf(failureReasons),
    contact: Nullable(
      OneOf(contactWays, 'How the recipient was tried; null where the courier did not tell.'),
    ),
    at: Type.String({ description: 'When; ISO 8601.' }),
  },
  {
    title: 'AttemptFailedEvent',
    description: 'The courier tried to reach the recipient in vain; the delivery goes on.',
  },
);

const CodUpdated = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    cod_status: OneOf(codStatuses),
    cod_amount: AmountOut('What was to be collected.'),
  },
  {
    title: 'CodUpdatedEvent',
    description: 'The cash of a delivery was collected, counted, disputed or paid out.',
  },
);

const ClaimUpdated = Type.Object(
  {
    claim_id: Type.String(),
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    type: OneOf(claimTypes),
    status: OneOf(claimStatuses),
    approved_amount: Nullable(AmountOut('What is paid; null unless approved.')),
    decision: Nullable(Type.String({ description: 'Why it was decided so.' })),
  },
  { title: 'ClaimUpdatedEvent', description: 'A claim was approved, rejected or withdrawn.' },
);

const CodeReissued = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    type: OneOf(handoffTypes),
    reissues_left: Type.Integer(),
  },
  {
    title: 'CodeReissuedEvent',
    description: 'A handoff code was made anew; the code itself is in getDelivery.',
  },
);

/** What is told of parcels. */
export const shippingEvents = {
  'shipping.delivery.created': {
    kind: 'shipping.delivery.created',
    default: true,
    summary: 'A delivery was created.',
    data: DeliveryCreated,
    example: {
      job_number: exampleDelivery.job_number,
      transaction_id: exampleDelivery.transaction_id,
      order_number: exampleDelivery.order_number,
      store_name: exampleDelivery.store_name,
      delivery_address: exampleDelivery.delivery_address,
      delivery_city: exampleDelivery.delivery_city,
      pickup_code: exampleDelivery.pickup_code,
      delivery_code: exampleDelivery.delivery_code,
      shipping_fee: exampleDelivery.shipping_fee,
      status: 'pending',
    },
  },
  'shipping.status.updated': {
    kind: 'shipping.status.updated',
    default: true,
    summary:
      'A delivery entered a status: driver assigned, picked up, in transit, delivered, completed, cancelled or failed.',
    data: StatusUpdated,
    example: {
      transaction_id: exampleDelivery.transaction_id,
      job_number: exampleDelivery.job_number,
      status: 'in_transit',
      order_status: 'shipped',
      pickup_verified: true,
      delivery_verified: false,
      order_number: exampleDelivery.order_number,
    },
  },
  'shipping.driver.changed': {
    kind: 'shipping.driver.changed',
    default: false,
    summary: 'An assigned delivery got another driver, or lost the one it had.',
    data: DriverChanged,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      driver: {
        id: exampleDriver.id,
        name: exampleDriver.name,
        vehicle_type: exampleDriver.vehicle_type,
        plate: exampleDriver.plate,
      },
      previous_driver_id: 'drv_01m7yp4nvr0000000000000001',
    },
  },
  'shipping.milestone': {
    kind: 'shipping.milestone',
    default: false,
    summary: 'The courier came to the pickup, near the recipient, or to the door.',
    data: MilestoneReached,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      milestone: 'near',
    },
  },
  'shipping.attempt.failed': {
    kind: 'shipping.attempt.failed',
    default: false,
    summary: 'The courier tried to reach the recipient in vain; the delivery goes on.',
    data: AttemptFailed,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      reason: 'recipient_not_home',
      contact: 'call',
      at: '2026-11-21T10:20:00.000Z',
    },
  },
  'shipping.cod.updated': {
    kind: 'shipping.cod.updated',
    default: false,
    summary: 'The cash of a delivery was collected, counted, disputed or paid out.',
    data: CodUpdated,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      cod_status: 'collected',
      cod_amount: 400,
    },
  },
  'shipping.claim.updated': {
    kind: 'shipping.claim.updated',
    default: false,
    summary: 'A claim was approved, rejected or withdrawn.',
    data: ClaimUpdated,
    example: {
      claim_id: exampleClaim.id,
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      type: 'damaged',
      status: 'approved',
      approved_amount: 250,
      decision: 'The photo shows it.',
    },
  },
  'shipping.code.reissued': {
    kind: 'shipping.code.reissued',
    default: false,
    summary: 'A handoff code was made anew, and the old one died.',
    data: CodeReissued,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      type: 'delivery',
      reissues_left: 2,
    },
  },
} as const satisfies Record<string, EventDescription>;
