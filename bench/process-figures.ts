/** Processor time and memory of a process, from the system. Without /proc they are NaN. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The unit of Linux's processor time in ticks per second: always 100 (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** Seconds of processor time, in user and kernel mode, of all threads since the start of the process. */
export function cpuSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in brackets, may contain spaces: fields are counted after it. utime and stime are fields 14 and 15.
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

/** Pins the threads of a process to one core, if `taskset` is available and there are two cores. */
export function pin(pid: number, role: 'server' | 'load'): void {
  if (availableParallelism() < 2) return;
  spawnSync('taskset', ['-a', '-c', '-p', role === 'server' ? '0' : '1', String(pid)]);
}
