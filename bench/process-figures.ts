/** What the system says of a process: processor time and memory. Where there is no /proc these are not a number. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Ticks a second in which Linux counts processor time: 100 everywhere (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** Seconds of processor time, in user and in kernel, of all threads since the process began. */
export function cpuSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in brackets, may hold spaces: counting starts behind it. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Keeps the threads of a process on one core, where `taskset` is there and there are two. */
export function pin(pid: number, role: 'server' | 'load'): void {
  if (availableParallelism() < 2) return;
  spawnSync('taskset', ['-a', '-c', '-p', role === 'server' ? '0' : '1', String(pid)]);
}
