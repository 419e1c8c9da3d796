import {
  idRandomBytes,
  makeId,
  normaliseJobNumber,
  parseAmount,
  toMajor,
  type Claim,
  type ClaimType,
  type DispatchClaim,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Settings } from '../../../kernel/call/context.ts';
import { composeFile, fileUrl, holdFiles, insertFile, readPhoto, type NewFile } from '../../files/index.ts';
import type { Shipping } from '../module.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import { amountOf } from '../pricing/price-request.ts';
import {
  approvedClaims,
  claimList,
  findClaim,
  insertClaim,
  lockClaimedJob,
  openClaims,
  reachedClaimList,
  type ApprovedClaim,
  type ClaimedJob,
  type ClaimRow,
} from './claims.queries.ts';
import { claimNotFound, closeClaim } from './close-claim.ts';

/** Lists a merchant's claims, newest first unless sorted otherwise. */
export async function listClaims(
  { query }: Input<Operations['listClaims']>,
  call: Call,
  { store, settings }: Shipping,
): Promise<Reply<readonly Claim[]>> {
  const { rows, meta } = await claimList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentClaim(row, settings)),
    { meta },
  );
}

/** Lists the claims within reach, newest first unless sorted otherwise. */
export async function listDispatchClaims(
  { query }: Input<Operations['listDispatchClaims']>,
  call: DispatchCall,
  { store, settings }: Shipping,
): Promise<Reply<readonly DispatchClaim[]>> {
  const { rows, meta } = await reachedClaimList.find(store.system.reads, { call, query });
  return reply(
    rows.map((row) => presentDispatchClaim(row, settings)),
    { meta },
  );
}

/** Reads one claim. */
export async function getClaim(
  { params }: Input<Operations['getClaim']>,
  { tenant }: Call,
  module: Shipping,
): Promise<Reply<Claim>> {
  const row = await findClaim(module.store.of(tenant), tenant, params.id);
  if (!row) throw claimNotFound(params.id);
  return reply(presentClaim(row, module.settings));
}

/** Takes an open claim back; one that is withdrawn already is answered as it is. */
export async function withdrawClaim(
  { params }: Input<Operations['withdrawClaim']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Claim>> {
  const { tenant } = call;
  return effect<Claim>(module, call, {
    work: async (tx) => {
      const seen = await findClaim(tx, tenant, params.id);
      if (!seen) throw claimNotFound(params.id);
      // Whoever ends a claim holds its delivery: read again, it is as the one before left it.
      await lockClaimedJob(tx, tenant, seen.job_number);
      const row = (await findClaim(tx, tenant, params.id)) ?? seen;
      if (row.status === 'withdrawn') return reply(presentClaim(row, module.settings));
      const closed = await closeClaim(tx, tenant, {
        row,
        status: 'withdrawn',
        approved: null,
        decidedBy: null,
        decision: null,
        wallClock: module.world.now(),
      });
      return reply(presentClaim(closed, module.settings));
    },
  });
}

type Body = Input<Operations['createClaim']>['body'];

/** Opens a claim; the proof of its delivery is kept until it is decided. */
export async function createClaim(
  { body }: Input<Operations['createClaim']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Claim>> {
  const jobNumber = normaliseJobNumber(body.job_number);
  if (jobNumber === null) throw deliveryNotFound(body.job_number);
  const photos = await encodePhotos(body.photos ?? [], module);
  return effect(module, call, {
    work: async (tx) => {
      const claim = await openClaim(tx, { body, jobNumber, photos, call, module });
      return reply(claim);
    },
  });
}

/** Pictures are made anew before anything is written. */
async function encodePhotos(texts: readonly string[], module: Shipping): Promise<readonly NewFile[]> {
  const photos: NewFile[] = [];
  for (const [index, text] of texts.entries()) {
    const path = `photos[${index}]`;
    photos.push(composeFile(module, await module.photos.encode(readPhoto(text, path), path)));
  }
  return photos;
}

type Opening = {
  readonly body: Body;
  readonly jobNumber: string;
  readonly photos: readonly NewFile[];
  readonly call: Call;
  readonly module: Shipping;
};

async function openClaim(tx: Runner, { body, jobNumber, photos, call, module }: Opening): Promise<Claim> {
  const { tenant } = call;
  const job = await lockClaimedJob(tx, tenant, jobNumber);
  if (!job) throw deliveryNotFound(body.job_number);
  const amount = amountOf(body.amount, { path: 'amount', currency: job.currency });
  if (amount === 0n) throw invalid({ path: 'amount', message: 'must be more than 0' });
  checkClaimable(job, { type: body.type, jobNumber, now: call.now });
  const id = makeId('clm_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  const row = await insertClaim(tx, tenant, {
    id,
    job_number: jobNumber,
    type: body.type,
    currency: job.currency,
    amount,
    covered: coverLeft(job, body.type, await approvedClaims(tx, tenant, jobNumber)),
    note: body.note ?? null,
    photos: photos.map(({ token }) => token),
    created_at: call.now,
    status: 'open',
  });
  if (!row) throw await duplicate(tx, tenant, { jobNumber, type: body.type });
  for (const photo of photos) await insertFile(tx, { tenant, subject: id }, photo);
  await holdFiles(tx, tenant, id);
  await holdFiles(tx, tenant, jobNumber);
  return presentClaim(row, module.settings);
}

async function duplicate(
  tx: Runner,
  tenant: Tenant,
  { jobNumber, type }: { readonly jobNumber: string; readonly type: string },
): Promise<Failure> {
  const rival = (await openClaims(tx, tenant, jobNumber)).find((one) => one.type === type);
  return new Failure(
    'DUPLICATE_CLAIM',
    `The claim ${rival?.id ?? ''} of type ${type} is open for ${jobNumber}. Wait for its decision, or withdraw it.`,
    { details: { claim_id: rival?.id ?? null } },
  );
}

/** How long after a delivery has ended something of it can be claimed. */
const CLAIM_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** What happened to the parcel itself, while a courier had it. */
const OF_PARCEL: ReadonlySet<ClaimType> = new Set<ClaimType>(['damaged', 'lost', 'missing']);

type Covered = Pick<ClaimedJob, 'currency' | 'shipping_fee' | 'declared_value' | 'insured'>;

/** The most that is paid for claims of a type, in minor units: what the parcel was insured for, else what its delivery cost. */
export function coverOf(job: Covered, type: ClaimType): bigint {
  if (!isOfInsurance(job, type) || job.declared_value === null) return job.shipping_fee;
  const declared = parseAmount(job.declared_value, job.currency);
  return declared.ok ? declared.minor : job.shipping_fee;
}

/** What of it is left: neither the insured value nor the fee is paid twice, whatever the claims are called. */
export function coverLeft(job: Covered, type: ClaimType, approved: readonly ApprovedClaim[]): bigint {
  const spent = approved
    .filter((one) => isOfInsurance(job, one.type) === isOfInsurance(job, type))
    .reduce((sum, one) => sum + (one.approved ?? 0n), 0n);
  const cover = coverOf(job, type);
  return spent < cover ? cover - spent : 0n;
}

function isOfInsurance({ insured, declared_value }: Covered, type: ClaimType): boolean {
  return OF_PARCEL.has(type) && insured && declared_value !== null;
}

/** Refuses what cannot be claimed: harm to a parcel that no courier had, and anything too long ago. */
function checkClaimable(
  job: Pick<ClaimedJob, 'status' | 'picked_up_at' | 'ended_at'>,
  { type, jobNumber, now }: { readonly type: ClaimType; readonly jobNumber: string; readonly now: Date },
): void {
  if (OF_PARCEL.has(type) && job.picked_up_at === null) {
    throw new Failure(
      'CLAIM_NOT_ALLOWED',
      `Delivery ${jobNumber} is ${job.status} and was not picked up, so its parcel cannot be ${type}.`,
      { details: { reason: 'not_picked_up' } },
    );
  }
  if (job.ended_at !== null && now.getTime() - job.ended_at.getTime() > CLAIM_DAYS_MAX * DAY_MS) {
    throw new Failure(
      'CLAIM_NOT_ALLOWED',
      `Delivery ${jobNumber} ended on ${job.ended_at.toISOString()}; claims are possible until ${CLAIM_DAYS_MAX} days after.`,
      { details: { reason: 'too_late', ended_at: job.ended_at.toISOString() } },
    );
  }
}

/** A claim as its merchant sees it. */
function presentClaim(row: ClaimRow, settings: Pick<Settings, 'publicUrl'>): Claim {
  const currency = row.currency;
  return {
    id: row.id,
    job_number: row.job_number,
    type: row.type,
    status: row.status,
    amount: toMajor(row.amount, currency),
    covered: toMajor(row.covered, currency),
    currency: row.currency,
    note: row.note,
    photo_urls: row.photos.flatMap((token) => fileUrl(token, settings) ?? []),
    decision: row.decision,
    approved_amount: row.approved === null ? null : toMajor(row.approved, currency),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}

/** A claim as those who decide it see it. */
export function presentDispatchClaim(row: ClaimRow, settings: Pick<Settings, 'publicUrl'>): DispatchClaim {
  return { merchant_id: row.merchant_id, decided_by: row.decided_by, ...presentClaim(row, settings) };
}
