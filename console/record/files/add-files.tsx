/** Adds files to a row: chosen, taken with the camera, dropped or pasted. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Hanging } from '../hanging.ts';
import { sendFiles } from './sending.ts';
import { SendingList } from './sending-list.tsx';

export function AddFiles({ hanging: { hung, addPath: path, maxBytes } }: { readonly hanging: Hanging }) {
  const chosen = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [keepsOriginal, setKeepsOriginal] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const types = (fieldOf(hung, 'type')?.values ?? []).map(({ value }) => String(value));
  const add = (files: Iterable<File>) =>
    sendFiles([...files], { path, maxBytes: maxBytes ?? Number.POSITIVE_INFINITY, keepsOriginal });
  usePasted(add);
  const onChange = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    add(currentTarget.files ?? []);
    // So the same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      class={isOver ? 'add over' : 'add'}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        add(event.dataTransfer?.files ?? []);
      }}
    >
      <input ref={chosen} type="file" hidden multiple accept={accepted(types)} onChange={onChange} />
      <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={onChange} />
      <p class="buttons">
        <button type="button" class="primary" onClick={() => chosen.current?.click()}>
          {w.files.add}
        </button>
        <button type="button" class="camera" onClick={() => camera.current?.click()}>
          {w.files.camera}
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={keepsOriginal}
            onChange={({ currentTarget }) => setKeepsOriginal(currentTarget.checked)}
          />{' '}
          {w.files.original}
        </label>
      </p>
      <p class="soft drop">{w.files.drop}</p>
      <SendingList path={path} />
    </div>
  );
}

/** Files that are pasted anywhere except in text inputs. */
function usePasted(add: (files: Iterable<File>) => void): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      const isTyped = target instanceof Element && target.closest('input, textarea, dialog') !== null;
      if (isTyped || !clipboardData?.files.length) return;
      event.preventDefault();
      latest.current(clipboardData.files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/** The types for the browser's file dialog: a text has several types, by its extension. */
const accepted = (types: readonly string[]): string =>
  types.map((type) => (type.startsWith('text/') ? 'text/*' : type)).join(',');
