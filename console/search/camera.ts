/** Codes that the camera sees, where the browser can read them by itself. */

/** What browsers know as `BarcodeDetector` (Shape Detection API); those that lack it have no such name. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  var BarcodeDetector: (new () => Detector) | undefined;
}

/** A camera is given to pages of a secure origin alone. */
export function canScan(): boolean {
  return isSecureContext && globalThis.BarcodeDetector !== undefined && 'mediaDevices' in navigator;
}

/** Times a second that a picture is looked at. */
const looks = 5;

/**
 * Shows what the camera sees until a code is in it.
 * @param signal ends it at any time, also before there is a picture
 * @throws DOMException where there is no camera, or where it may not be used
 */
export async function scan(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = globalThis.BarcodeDetector;
  if (!Reader) throw new DOMException('Codes cannot be read here.', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const reader = new Reader();
  let isLooking = false;
  const end = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async () => {
    if (isLooking || video.readyState < video.HAVE_CURRENT_DATA) return;
    isLooking = true;
    // A picture that cannot be read is followed by the next one.
    const [found] = await reader.detect(video).catch(() => []);
    isLooking = false;
    if (!found || found.rawValue === '' || !stream.active) return;
    end();
    onCode(found.rawValue);
  };
  const timer = setInterval(() => void look(), 1000 / looks);
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    end();
    throw error;
  }
}
