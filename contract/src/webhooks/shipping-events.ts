import { Type } from 'typebox';
import { AmountOut, Nullable, OneOf } from '../schema.ts';
import { JobNumberOut, OrderNumberOut, StoreNameOut, TransactionIdOut } from '../shared-fields.ts';
import { claimStatuses, claimTypes, exampleClaim } from '../shipping/claims.ts';
import { contactWays } from '../shipping/couriers/driver-job.ts';
import { exampleDelivery, exampleDriver } from '../shipping/examples.ts';
import { OrderStatus, Status } from '../shipping/schemas.ts';
import { failureReasons, handoffTypes } from '../shipping/states.ts';
import { codStatuses, milestones } from '../shipping/words.ts';
import type { EventDescription } from './event-description.ts';

const DeliveryCreated = Type.Object(
  {
    job_number: JobNumberOut,
    transaction_id: TransactionIdOut,
    order_number: OrderNumberOut,
    store_name: StoreNameOut,
    delivery_address: Type.String({ description: 'Street and house, as couriers read it.' }),
    delivery_city: Type.String({ description: 'As it was matched to a zone.' }),
    pickup_code: Type.String({ description: 'What the sender shows the courier when it is picked up.' }),
    delivery_code: Type.String({ description: 'What the recipient shows the courier.' }),
    shipping_fee: AmountOut('NLe, fixed from now on.'),
    status: Status,
  },
  { title: 'DeliveryCreatedEvent', description: 'A delivery was created.' },
);

const StatusUpdated = Type.Object(
  {
    transaction_id: TransactionIdOut,
    job_number: JobNumberOut,
    status: Status,
    order_status: OrderStatus,
    pickup_verified: Type.Boolean({ description: 'Whether the code at pickup was right.' }),
    delivery_verified: Type.Boolean({ description: 'Whether the code at the door was right.' }),
    order_number: OrderNumberOut,
  },
  { title: 'StatusUpdatedEvent', description: 'A delivery entered a status.' },
);

const DriverChanged = Type.Object(
  {
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
    driver: Nullable(
      Type.Object(
        {
          id: Type.String({ description: '`drv_…`.' }),
          name: Type.String({ description: 'As the dispatcher entered it.' }),
          vehicle_type: Type.String({ description: 'What the courier rides, `motorbike`.' }),
          plate: Type.String({ description: 'Number plate; empty where there is none.' }),
        },
        { description: 'Who carries it now; null: nobody.' },
      ),
    ),
    previous_driver_id: Nullable(
      Type.String({ description: '`drv_…`, who carried it before; null: nobody did.' }),
    ),
  },
  {
    title: 'DriverChangedEvent',
    description: 'An assigned delivery got another driver, or lost the one it had.',
  },
);

const MilestoneReached = Type.Object(
  {
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
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
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
    reason: OneOf(failureReasons, 'Why it failed.'),
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
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
    cod_status: OneOf(codStatuses, 'How far the cash is that was taken at the door.'),
    cod_amount: AmountOut('What was to be collected.'),
  },
  {
    title: 'CodUpdatedEvent',
    description: 'The cash of a delivery was collected, counted, disputed or paid out.',
  },
);

const ClaimUpdated = Type.Object(
  {
    claim_id: Type.String({ description: '`clm_…`.' }),
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
    type: OneOf(claimTypes, 'What went wrong.'),
    status: OneOf(claimStatuses, 'How far it is; decided claims stay as they are.'),
    approved_amount: Nullable(AmountOut('What is paid; null unless approved.')),
    decision: Nullable(Type.String({ description: 'Why it was decided so; null: none was given.' })),
  },
  { title: 'ClaimUpdatedEvent', description: 'A claim was approved, rejected or withdrawn.' },
);

const CodeReissued = Type.Object(
  {
    job_number: JobNumberOut,
    order_number: OrderNumberOut,
    transaction_id: TransactionIdOut,
    type: OneOf(handoffTypes, 'Which of the two codes is new.'),
    reissues_left: Type.Integer({ description: 'How often the code may still be made anew.' }),
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
