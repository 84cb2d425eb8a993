let context: AudioContext | undefined;

/** Time for which other tabs leave a notice alone, once one has rung (ms). why: a tab in the background learns of it late. */
const RUNG_MS = 20_000;

/**
 * Allows sounds from the first tap or key on; returns the function that stops waiting for it.
 * why: browsers let no page sound before its user has touched it.
 */
export function allowSound(): () => void {
  const stopping = new AbortController();
  const allow = () => {
    stopping.abort();
    context ??= new AudioContext();
    void context.resume().catch(() => {});
  };
  const options = { signal: stopping.signal, capture: true, passive: true };
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, allow, options);
  return () => stopping.abort();
}

/**
 * Rings for a notice, in one of the open tabs only.
 * @param notice the same text in every tab
 */
export function ring(notice: string): void {
  if (context?.state !== 'running') return;
  void navigator.locks.request(`notice ${notice}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    chime();
    await new Promise((resolve) => setTimeout(resolve, RUNG_MS));
  });
}

/** Plays the sound of a notice at once, after a tap. */
export function playSample(): void {
  context ??= new AudioContext();
  void context.resume().then(chime, () => {});
}

/** Two soft tones, a third apart. */
function chime(): void {
  if (!context) return;
  for (const [at, hertz] of [880, 1108.73].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at * 0.14;
    tone.type = 'sine';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}
