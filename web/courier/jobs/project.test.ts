import { exampleDriverJob, type DriverJob, type SyncEvent } from '@cottontree/contract';
import { expect, test } from 'vitest';
import type { StepEntry } from '../data/courier-store.ts';
import { projectJob } from './project.ts';
import { inOrder, missingProof, stageOf, untilGivingUp } from './stage.ts';
import { distanceKm, drawWay, geoUrl, kmText, shortName } from './way.ts';

const job: DriverJob = { ...(exampleDriverJob as DriverJob), cod_amount: 400, cod_status: 'to_collect' };

let seq = 0;
function step(fields: Partial<SyncEvent> & Pick<SyncEvent, 'kind'>, minute = seq): StepEntry {
  seq += 1;
  const occurred_at = new Date(Date.UTC(2026, 10, 24, 9, minute)).toISOString();
  const body = { job_number: job.job_number, client_id: `id-${seq}`, occurred_at, ...fields } as SyncEvent;
  return {
    client_id: body.client_id,
    seq,
    kind: 'step',
    body,
    sha256: '',
    occurred_at,
    status: 'queued',
    tries: 0,
    settled_at: null,
    seen_at: null,
    answer: null,
  };
}

test('a whole way without a network stands on the phone as it will with the server', () => {
  const way = [
    step({ kind: 'arrive', at: 'pickup' }),
    step({ kind: 'verify', type: 'pickup', code: '123456' }),
    step({ kind: 'depart' }),
    step({ kind: 'arrive', at: 'dropoff' }),
    step({ kind: 'attempt', reason: 'recipient_not_home' }),
    step({ kind: 'proof', photo: 'AAAA', recipient_name: 'Fatmata' }),
    step({ kind: 'verify', type: 'delivery', code: '654321' }),
  ];
  const stages = way.map((_, at) => stageOf(projectJob(job, way.slice(0, at + 1))));
  expect(stages).toEqual(['at-pickup', 'bring', 'bring', 'at-door', 'tried', 'tried', 'over']);
  expect(projectJob(job, way)).toMatchObject({
    status: 'delivered',
    cod_status: 'collected',
    proof: { photo: true, signature: false, recipient_name: 'Fatmata' },
    contact_attempts: [{ reason: 'recipient_not_home' }],
  });
});

test('a step that the server has already, or that came too early, changes nothing on the phone', () => {
  const fetched: DriverJob = { ...job, status: 'in_transit', phase: 'at_dropoff' };
  expect(projectJob(fetched, [step({ kind: 'verify', type: 'pickup', code: '123456' })])).toEqual(fetched);
  expect(projectJob(fetched, [step({ kind: 'arrive', at: 'pickup' })])).toEqual(fetched);
  expect(projectJob(job, [step({ kind: 'verify', type: 'delivery', code: '123456' })])).toEqual(job);
  const other = step({ kind: 'arrive', at: 'pickup', job_number: 'SHP-0000-0000' });
  expect(projectJob(job, [other])).toEqual(job);
});

test('the courier sees first where he stands, then what was promised soonest', () => {
  const at = (job_number: string, fields: Partial<DriverJob>): DriverJob => ({
    ...job,
    job_number,
    ...fields,
  });
  const late = at('late', {
    status: 'in_transit',
    phase: 'to_dropoff',
    estimated_delivery_at: '2026-11-24T12:00:00Z',
  });
  const soon = at('soon', { estimated_pickup_at: '2026-11-24T10:00:00Z' });
  const here = at('here', { status: 'in_transit', phase: 'at_dropoff' });
  const done = at('done', { status: 'delivered', phase: null });
  expect(inOrder([done, late, soon, here]).map(({ job_number }) => job_number)).toEqual([
    'here',
    'soon',
    'late',
    'done',
  ]);
});

test('giving up waits for two tries and ten minutes since arrival', () => {
  const waiting: DriverJob = { ...job, arrived_dropoff_at: '2026-11-24T09:00:00Z', contact_attempts: [] };
  expect(untilGivingUp(waiting, 0)).toEqual({ tries: 2, atMs: Date.parse('2026-11-24T09:10:00Z') });
});

test('a photo of a closed door is none of the handover', () => {
  const wanted: DriverJob = { ...job, require_photo: true, proof: { ...job.proof, photo: true } };
  expect(missingProof(wanted, false)).toEqual([]);
  const tried = projectJob({ ...wanted, status: 'in_transit' }, [step({ kind: 'attempt', reason: 'other' })]);
  expect(missingProof(tried, false)).toEqual(['photo']);
  expect(missingProof(tried, true)).toEqual([]);
  const bare: DriverJob = { ...job, require_delivery_code: false };
  expect(missingProof(bare, false)).toEqual(['either']);
});

test('a way is drawn to scale, and opens in the map app of the phone', () => {
  const [freetown, lumley] = [
    { lat: 8.4863, lng: -13.2349 },
    { lat: 8.4517, lng: -13.2682 },
  ];
  const km = distanceKm(freetown, lumley);
  expect(km).toBeCloseTo(5.3, 1);
  const frame = { width: 360, height: 170, margin: 34 };
  const { at, pxPerKm } = drawWay([freetown, lumley], frame);
  const [[x1, y1], [x2, y2]] = [at(freetown), at(lumley)];
  expect(Math.hypot(x1 - x2, y1 - y2) / pxPerKm).toBeCloseTo(km, 1);
  for (const [x, y] of [
    [x1, y1],
    [x2, y2],
  ] as const) {
    expect(x).toBeGreaterThanOrEqual(frame.margin - 1);
    expect(y).toBeLessThanOrEqual(frame.height - frame.margin + 1);
  }
  expect([kmText(0.04), kmText(0.35), kmText(5.27)]).toEqual(['40 m', '350 m', '5.3 km']);
  expect(shortName('Central Freetown (Cotton Tree, Siaka Stevens St)')).toBe('Central Freetown');
  expect(geoUrl({ ...job.pickup, lat: 8.4863, lng: -13.2349 })).toMatch(/^geo:8\.4863,-13\.2349\?q=/);
  expect(geoUrl({ ...job.dropoff, lat: null, lng: null, plus_code: null })).toMatch(
    /^geo:0,0\?q=27%20Freetown/,
  );
});
