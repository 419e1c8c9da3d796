import { Type } from 'typebox';
import { ListQuery, SeveralOf } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { exampleJobNumber } from '../examples.ts';
import { JobNumberParams } from '../schemas.ts';
import { deliveryStatuses } from '../states.ts';
import { DriverJob, exampleDriverJob } from './driver-job.ts';
import { stepFields } from './step-fields.ts';

const shared = { tag: 'Couriers', scope: null, by: 'driver', status: 200, answer: DriverJob } as const;
const at = { params: { jobNumber: exampleJobNumber } };
const onTheWay = {
  ...exampleDriverJob,
  status: 'in_transit',
  phase: 'to_dropoff',
  pickup_verified: true,
  picked_up_at: '2026-11-21T09:46:10.000Z',
  in_transit_at: '2026-11-21T09:48:00.000Z',
  next_steps: ['arrive_dropoff', 'verify_delivery', 'proof', 'attempt', 'fail'],
  version: 5,
};
const pickedUp = {
  ...onTheWay,
  status: 'picked_up',
  in_transit_at: null,
  next_steps: ['depart', ...onTheWay.next_steps],
  version: 4,
};
const arrived = {
  ...exampleDriverJob,
  phase: 'at_pickup',
  arrived_pickup_at: '2026-11-21T09:41:00.000Z',
  next_steps: ['verify_pickup', 'fail'],
  version: 3,
};
const delivered = {
  ...onTheWay,
  status: 'delivered',
  phase: null,
  delivery_verified: true,
  delivered_at: '2026-11-21T10:18:31.077Z',
  cod_status: 'collected',
  next_steps: [],
  version: 6,
};
const tried = {
  at: '2026-11-21T10:20:00.000Z',
  recorded_at: '2026-11-21T10:20:00.412Z',
  reason: 'recipient_not_home',
  contact: 'call',
  note: 'Rang twice',
};

export const listJobs = operation({
  ...shared,
  id: 'listJobs',
  method: 'GET',
  path: '/driver/jobs',
  summary: 'List my jobs',
  description: "The courier's own jobs of all merchants: those under way first, the latest of each first.",
  list: true,
  query: ListQuery(
    ['-under_way', 'under_way', '-assigned_at', 'assigned_at'],
    {
      status: SeveralOf(deliveryStatuses),
    },
    'Those under way first, or last, the latest, or the earliest, of each first; or by when they were assigned alone.',
  ),
  errors: [],
  example: { query: { status: 'assigned,in_transit' }, answer: exampleDriverJob },
});

export const getJob = operation({
  ...shared,
  id: 'getJob',
  method: 'GET',
  path: '/driver/jobs/:jobNumber',
  summary: 'Get a job',
  description: "One of the courier's own jobs; another courier's is the same 404 as none.",
  params: JobNumberParams,
  errors: ['DELIVERY_NOT_FOUND'],
  example: { ...at, answer: exampleDriverJob },
});

export const arriveAtStop = operation({
  ...shared,
  id: 'arriveAtStop',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/arrive',
  summary: 'Arrive',
  description:
    'Tells that the courier has come to the pickup or to the recipient; sends shipping.milestone, once for each. At the recipient, having left the pickup is implied.',
  params: JobNumberParams,
  body: Type.Object(stepFields.arrive),
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE'],
  example: { ...at, body: { at: 'pickup', lat: 8.4863, lng: -13.2349 }, answer: arrived },
});

export const verifyCode = operation({
  ...shared,
  id: 'verifyCode',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/verify',
  summary: 'Enter a handoff code',
  description:
    'The code that the merchant tells at pickup, or the recipient at the door. It shares its five tries with verifyHandoff. Cash that is to be collected counts as collected with it; what cod_collected says must be the whole. Photo and signature, where required, come before.',
  params: JobNumberParams,
  body: Type.Object(stepFields.verify),
  errors: [
    'AMOUNT_PRECISION',
    'DELIVERY_NOT_FOUND',
    'DELIVERY_NOT_ACTIVE',
    'HANDOFF_NOT_READY',
    'PROOF_REQUIRED',
    'INVALID_HANDOFF_CODE',
    'COD_AMOUNT_MISMATCH',
    'HANDOFF_LOCKED',
  ],
  example: {
    ...at,
    body: {
      type: 'delivery',
      code: '706158',
      recipient_name: 'Fatmata Koroma',
      cod_collected: { amount: 400 },
    },
    answer: delivered,
  },
});

export const pickUpParcel = operation({
  ...shared,
  id: 'pickUpParcel',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/pick-up',
  summary: 'Pick up without a code',
  description: 'For deliveries made with require_pickup_code false.',
  params: JobNumberParams,
  body: Type.Object(stepFields.pickUp),
  bodyOptional: true,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE', 'PROOF_REQUIRED'],
  example: { ...at, body: {}, answer: pickedUp },
});

export const departWithParcel = operation({
  ...shared,
  id: 'departWithParcel',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/depart',
  summary: 'Leave with the parcel',
  params: JobNumberParams,
  body: Type.Object(stepFields.depart),
  bodyOptional: true,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE'],
  example: { ...at, body: {}, answer: onTheWay },
});

export const deliverParcel = operation({
  ...shared,
  id: 'deliverParcel',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/deliver',
  summary: 'Deliver without a code',
  description:
    'For deliveries made with require_delivery_code false. A photo or a signature comes before; both where both are required.',
  params: JobNumberParams,
  body: Type.Object(stepFields.deliver),
  bodyOptional: true,
  errors: [
    'AMOUNT_PRECISION',
    'DELIVERY_NOT_FOUND',
    'STATE_CONFLICT',
    'DELIVERY_NOT_ACTIVE',
    'PROOF_REQUIRED',
    'COD_AMOUNT_MISMATCH',
  ],
  example: {
    ...at,
    body: { recipient_name: 'Fatmata Koroma', cod_collected: { amount: 400 } },
    answer: { ...delivered, delivery_verified: false },
  },
});

export const keepProof = operation({
  ...shared,
  id: 'keepProof',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/proof',
  summary: 'Keep proof',
  description:
    'A photo, a signature, the name of who took the parcel: at least one. A later photo or signature takes the place of the one before. Pictures are made anew without what the camera wrote into them, and kept 30 days.',
  params: JobNumberParams,
  body: Type.Object(stepFields.proof),
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE'],
  example: {
    ...at,
    body: {
      signature_points: [
        [
          [0, 0],
          [40, 22],
          [80, 4],
        ],
      ],
      recipient_name: 'Fatmata Koroma',
    },
    answer: { ...onTheWay, proof: { photo: false, signature: true, recipient_name: 'Fatmata Koroma' } },
  },
});

export const recordAttempt = operation({
  ...shared,
  id: 'recordAttempt',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/attempt',
  summary: 'Record a failed attempt',
  description: 'The recipient was tried in vain. The delivery goes on; sends shipping.attempt.failed.',
  params: JobNumberParams,
  body: Type.Object(stepFields.attempt),
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE'],
  example: {
    ...at,
    body: { reason: 'recipient_not_home', contact: 'call', note: 'Rang twice' },
    answer: { ...onTheWay, phase: 'attempt_failed', contact_attempts: [tried] },
  },
});

export const failJob = operation({
  ...shared,
  id: 'failJob',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/fail',
  summary: 'Give up',
  description:
    'Before pickup with a reason that begins with pickup_; after it once the recipient was tried twice and waited for ten minutes. Where the merchant wants the parcel back, the same courier gets the return as a job.',
  params: JobNumberParams,
  body: Type.Object(stepFields.fail),
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE', 'ATTEMPTS_REQUIRED'],
  example: {
    ...at,
    body: { reason: 'recipient_not_home', note: 'Waited a quarter of an hour' },
    answer: {
      ...onTheWay,
      status: 'failed',
      phase: 'returning',
      failed_at: '2026-11-21T10:31:00.000Z',
      cod_status: 'none',
      contact_attempts: [tried],
      next_steps: [],
      version: 8,
    },
  },
});
