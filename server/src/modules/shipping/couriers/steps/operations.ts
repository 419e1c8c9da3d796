export { arriveAtStop, deliverParcel, departWithParcel, pickUpParcel, verifyCode } from './steps.ts';
export { failJob, recordAttempt } from './failed-attempts.ts';
export * from './jobs.ts';
export { keepProof } from './keep-proof.ts';
export * from './sync-jobs.ts';
