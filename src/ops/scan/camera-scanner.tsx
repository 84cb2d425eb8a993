import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { labelReader, type LabelReader } from './label-reader.ts';

/** Milliseconds between two looks at the picture. */
const LOOK_MS = 150;
/** Milliseconds for which a label that stays in the picture counts as one scan. */
const SAME_MS = 3_000;
const NO_CAMERA = 'This device has no camera. Type the code, or use a hand scanner.';
const NOT_ALLOWED =
  'The camera cannot be used. Allow it for this site in the browser, or type the code.';
const NO_READER =
  'What reads labels by camera could not be loaded. Check the connection and start the camera again, or type the code.';

/** Reads labels by camera; without TLS, where browsers give no camera, it renders nothing. */
export function CameraScanner({ onScan }: { onScan: (label: string) => void }) {
  const [isOn, setOn] = useState(false);
  const [isReady, setReady] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const video = useRef<HTMLVideoElement>(null);
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | undefined;
    let isStopped = false;
    let last = { label: '', at: 0 };
    const look = async (reader: LabelReader) => {
      const picture = video.current;
      const [found] = picture?.readyState === 4 ? await reader.detect(picture).catch(() => []) : [];
      if (isStopped) return;
      const now = Date.now();
      if (found) {
        if (found.rawValue !== last.label || now - last.at > SAME_MS) scanned(found.rawValue);
        last = { label: found.rawValue, at: now };
      }
      timer = setTimeout(() => void look(reader), LOOK_MS);
    };
    const fail = (problem: string) => {
      if (isStopped) return;
      setRefusal(problem);
      setOn(false);
    };
    const start = async () => {
      // why first: it loads while the browser asks for the camera.
      const loading = labelReader().catch(() => null);
      try {
        await openCamera();
      } catch (error) {
        return fail(cameraProblem(error));
      }
      const reader = await loading;
      if (!reader) return fail(NO_READER);
      if (isStopped) return undefined;
      setReady(true);
      return look(reader);
    };
    const openCamera = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      });
      stream = opened;
      if (isStopped || !video.current) return opened.getTracks().forEach((track) => track.stop());
      video.current.srcObject = opened;
      // why caught: closing the camera interrupts it.
      await video.current.play().catch(() => {});
    };
    void start();
    return () => {
      isStopped = true;
      setReady(false);
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [isOn]);
  // why mediaDevices: without TLS there is none.
  if (!navigator.mediaDevices) return null;
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        wide
        onClick={() => {
          setRefusal(undefined);
          setOn(!isOn);
        }}
      >
        {isOn ? <CameraOff aria-hidden size={18} /> : <Camera aria-hidden size={18} />}
        {isOn ? 'Stop the camera' : 'Scan with the camera'}
      </Button>
      <p role="alert" className="mt-2 text-sm text-red empty:hidden">
        {refusal}
      </p>
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {isOn && !isReady && 'Starting the camera…'}
      </p>
      {isOn && (
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera"
          className="mt-3 aspect-[4/3] w-full rounded-md bg-[black] object-cover"
        />
      )}
    </div>
  );
}

function cameraProblem(error: unknown): string {
  const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
  return isMissing ? NO_CAMERA : NOT_ALLOWED;
}
