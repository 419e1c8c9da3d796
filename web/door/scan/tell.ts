import type { DoorAnswer } from './answer.ts';

/** How an answer is heard and felt: no two are alike, so nobody needs to see the colour. */
export type Sound = 'admitted' | 'used' | 'refused';

export function soundOf({ result, refusal }: DoorAnswer): Sound {
  if (result !== 'rejected') return 'admitted';
  return refusal === 'TICKET_ALREADY_USED' ? 'used' : 'refused';
}

type Tone = {
  readonly hertz: number;
  readonly atMs: number;
  readonly forMs: number;
  readonly wave: OscillatorType;
};

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  admitted: [{ hertz: 1_320, atMs: 0, forMs: 180, wave: 'sine' }],
  used: [
    { hertz: 620, atMs: 0, forMs: 140, wave: 'triangle' },
    { hertz: 620, atMs: 220, forMs: 140, wave: 'triangle' },
  ],
  refused: [0, 200, 400].map((atMs) => ({ hertz: 210, atMs, forMs: 140, wave: 'square' as const })),
};
/** Buzzing and pausing in turn, in milliseconds. */
const BUZZES: Readonly<Record<Sound, readonly number[]>> = {
  admitted: [300],
  used: [120, 100, 120],
  refused: [120, 80, 120, 80, 120],
};
const LOUDNESS = 0.35;
const FADE_SECONDS = 0.02;

let audio: AudioContext | null = null;

/** Browsers let a page be heard once somebody has pressed something on it. */
export function wakeSound(): void {
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  } catch {
    // This device has no sound.
  }
}

/** Lets an answer be heard and felt at once. */
export function signalAnswer(told: DoorAnswer): void {
  const sound = soundOf(told);
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([...BUZZES[sound]]);
  if (audio?.state === 'running') for (const tone of TONES[sound]) play(audio, tone);
}

function play(context: AudioContext, { hertz, atMs, forMs, wave }: Tone): void {
  const from = context.currentTime + atMs / 1_000;
  const until = from + forMs / 1_000;
  const oscillator = new OscillatorNode(context, { frequency: hertz, type: wave });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + FADE_SECONDS);
  gain.gain.setValueAtTime(LOUDNESS, until - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, until);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(until);
}
