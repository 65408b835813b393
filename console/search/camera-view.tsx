/** The picture of the camera. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { w } from '../words/words.ts';
import { scan } from './camera.ts';

export function CameraView({ onCode }: { onCode(code: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOff, setIsOff] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const leaving = new AbortController();
    scan(element, onCode, leaving.signal).catch(() => setIsOff(true));
    return () => leaving.abort();
  }, []);
  if (isOff)
    return (
      <p class="hint" role="alert">
        {w.search.cameraOff}
      </p>
    );
  return (
    <div class="camera">
      <p role="status">{w.search.scanning}</p>
      <video ref={video} muted playsInline aria-label={w.search.camera} />
    </div>
  );
}
