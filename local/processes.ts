import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** A process by its id and its start time, because the system may reuse the id for another process. */
interface ProcessRecord {
  readonly pid: number;
  readonly startedAt: string;
}

/** The start time of a living process in the system's own format; undefined when the process ended. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

/** Fields 3 and 22 of /proc/{pid}/stat: state, and start in clock ticks. The second field may contain blanks (proc_pid_stat(5)). */
function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

/** Writes a process to a file, so that a later start finds it. */
export function noteProcess(file: string, pid: number, details: Readonly<Record<string, unknown>> = {}): void {
  writeFileSync(file, JSON.stringify({ pid, startedAt: startOf(pid), ...details }), { mode: 0o600 });
}

/** Reads the process from the file. Returns undefined when that process no longer runs. */
export function notedProcess(file: string): (ProcessRecord & Readonly<Record<string, unknown>>) | undefined {
  try {
    const record: ProcessRecord & Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    return startOf(record.pid) === record.startedAt ? record : undefined;
  } catch {
    return undefined;
  }
}

export const forgetProcess = (file: string): void => rmSync(file, { force: true });
