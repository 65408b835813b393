/** A picture of a file: from the service, or, without a network, the small one that this browser has stored. */
import { useEffect, useState } from 'preact/hooks';
import { recallPicture } from '../../service/seen/pictures.ts';
import { present } from '../../service/session.ts';

interface Pictured {
  /** Its address; null if there is none. */
  readonly src: string | null;
  /** Whether it is the stored one. */
  readonly isKept: boolean;
  onError(): void;
}

/**
 * @param address of the picture that is wanted; null if there is none
 * @param small address of the small one
 * @param isAway whether the service is known to be unreachable
 */
export function usePicture(address: string | null, small: string | null, isAway: boolean): Pictured {
  const [isMissing, setIsMissing] = useState(isAway);
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => setIsMissing(isAway), [isAway, address]);
  useEffect(() => {
    if (!isMissing || small === null) return;
    let made: string | null = null;
    let isGone = false;
    void recallPicture(present().user, small).then((picture) => {
      if (!picture || isGone) return;
      made = URL.createObjectURL(picture);
      setKept(made);
    });
    return () => {
      isGone = true;
      setKept(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [isMissing, small]);
  return { src: isMissing ? kept : address, isKept: isMissing, onError: () => setIsMissing(true) };
}
