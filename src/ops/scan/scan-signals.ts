let context: AudioContext | undefined;

/** A short high tone and one vibration: the label was read. */
export function signalSuccess(): void {
  sound(1760, 0.09);
  navigator.vibrate?.(60);
}

/** A low tone and two vibrations: the label is not ours, or nothing was saved. */
export function signalFailure(): void {
  sound(220, 0.25);
  navigator.vibrate?.([80, 60, 80]);
}

/** @param hertz of the tone @param seconds of its length */
function sound(hertz: number, seconds: number): void {
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = 0.08;
  tone.frequency.value = hertz;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds);
}
