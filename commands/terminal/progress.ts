/** Shows on stderr how far a long command has come: a bar in a terminal, now and then a line elsewhere. */
import type { WriteStream } from 'node:tty';

interface Progress {
  /** @param done from 0 to 1 @param note the text beside it, e.g. `1,000 rows` */
  show(done: number, note: string): void;
  /** Ends the bar's line. */
  end(): void;
}

const barLength = 30;
/** A terminal is written to no more often than this. */
const frameMs = 100;

export function createProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'> = process.stderr,
  now: () => number = Date.now,
): Progress {
  return stream.isTTY ? createBar(stream, now) : createLines(stream, now);
}

function createBar(stream: Pick<WriteStream, 'write'>, now: () => number): Progress {
  const start = now();
  let shownAt = -frameMs;
  return {
    show: (done, note) => {
      if (done < 1 && now() - shownAt < frameMs) return;
      shownAt = now();
      const full = Math.round(done * barLength);
      const bar = `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`;
      // Erases the rest of a longer line before.
      stream.write(`\r${bar} ${percent(done)}  ${note}${left(done, now() - start)}\u001b[K`);
    },
    end: () => void stream.write('\n'),
  };
}

/** A line at every tenth of the way, for logs. */
function createLines(stream: Pick<WriteStream, 'write'>, now: () => number): Progress {
  const start = now();
  let tenths = 0;
  return {
    show: (done, note) => {
      if (Math.floor(done * 10) <= tenths) return;
      tenths = Math.floor(done * 10);
      stream.write(`${percent(done)}  ${note}${left(done, now() - start)}\n`);
    },
    end: () => {},
  };
}

function percent(done: number): string {
  return `${String(Math.floor(done * 100)).padStart(3)} %`;
}

function left(done: number, elapsedMs: number): string {
  if (done >= 1 || done <= 0) return '';
  const seconds = Math.round((elapsedMs * (1 - done)) / done / 1000);
  return `, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}
