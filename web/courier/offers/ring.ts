let audio: AudioContext | null = null;

/** A browser lets a page sound only after it was touched: so each touch makes it ready. */
export function allowSound(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
}

const NOTES_HZ = [660, 880, 660, 880];
const NOTE_S = 0.16;

/** A new offer: heard where the phone is in a pocket, felt where it is loud. */
export function ring(): void {
  navigator.vibrate?.([220, 90, 220, 90, 420]);
  if (!audio || audio.state !== 'running') return;
  const gain = audio.createGain();
  gain.gain.value = 0.25;
  gain.connect(audio.destination);
  for (const [at, hertz] of NOTES_HZ.entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    tone.start(audio.currentTime + at * NOTE_S);
    tone.stop(audio.currentTime + (at + 0.85) * NOTE_S);
  }
}

/** A step is done. */
export function buzz(): void {
  navigator.vibrate?.(60);
}

/** Something is wrong. */
export function buzzWrong(): void {
  navigator.vibrate?.([120, 60, 120]);
}
